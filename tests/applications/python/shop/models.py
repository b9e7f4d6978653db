"""Models for customers, orders and labels: every field type that Django has for MySQL."""

from django.db import models


class Customer(models.Model):
    name = models.CharField(max_length=100, db_index=True)
    email = models.EmailField(unique=True)
    joined = models.DateField(null=True)


class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="orders")
    number = models.UUIDField(unique=True)
    total = models.DecimalField(max_digits=12, decimal_places=2)
    weight = models.FloatField(null=True)
    paid = models.BooleanField(default=False)
    notes = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    raw = models.BinaryField(null=True)
    placed = models.DateTimeField()
    span = models.DurationField(null=True)
    at = models.TimeField(null=True)
    small = models.PositiveSmallIntegerField(default=0)
    labels = models.ManyToManyField("Label")

    class Meta:
        unique_together = [("customer", "placed")]
        indexes = [models.Index(fields=["paid", "-total"], name="by_paid")]


class Label(models.Model):
    slug = models.SlugField(primary_key=True)
