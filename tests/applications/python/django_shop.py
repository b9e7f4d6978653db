"""Django 4.1, the last for MySQL 5.7: migrations of its own applications (admin, auth, sessions), models of this program, queries, inspectdb."""

import datetime
import decimal
import io

import pymysql

pymysql.version_info = (2, 2, 1, "final", 0)
pymysql.install_as_MySQLdb()

import django
from django.conf import settings
from transcript import HOST, PASSWORD, PORT, USER, say

admin = pymysql.connect(host=HOST, port=PORT, user=USER, password=PASSWORD)
admin.cursor().execute("drop database if exists django_shop")
admin.cursor().execute("create database django_shop default character set utf8mb4 collate utf8mb4_unicode_ci")

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.mysql", "NAME": "django_shop", "HOST": HOST, "PORT": PORT, "USER": USER, "PASSWORD": PASSWORD, "OPTIONS": {"charset": "utf8mb4"}}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "django.contrib.admin", "django.contrib.messages", "shop"],
    USE_TZ=True, TIME_ZONE="UTC", SECRET_KEY="x", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField", MIGRATION_MODULES={"shop": None},
)
django.setup()

from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Avg, Case, Count, Exists, F, Max, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, Concat, ExtractYear, Length, Lower, TruncMonth


from shop.models import Customer, Label, Order

call_command("migrate", verbosity=0, run_syncdb=True)
say("migrated", len(connection.introspection.table_names()))
say("tables", sorted(connection.introspection.table_names()))
with connection.cursor() as cursor:
    say("constraints", sorted((sorted(value["columns"]), value["primary_key"], value["unique"], value["foreign_key"], value["check"]) for value in connection.introspection.get_constraints(cursor, "shop_order").values()))
    say("description", [(field.name, field.type_code, field.null_ok, field.default, field.collation) for field in connection.introspection.get_table_description(cursor, "shop_order")])
with connection.schema_editor() as editor:
    slug = models.CharField(max_length=60, default="none", db_index=True)
    slug.set_attributes_from_name("slug")
    editor.add_field(Customer, slug)
    longer = models.CharField(max_length=200, null=True)
    longer.set_attributes_from_name("slug")
    longer.model = slug.model = Customer
    editor.alter_field(Customer, slug, longer)
    editor.remove_field(Customer, longer)
    editor.alter_db_table(Label, "shop_label", "shop_tag")
    editor.alter_db_table(Label, "shop_tag", "shop_label")
output = io.StringIO()
call_command("inspectdb", "shop_order", stdout=output)
say("inspected", [line.strip() for line in output.getvalue().splitlines() if " = models." in line])

root = User.objects.create_superuser("root", "root@example.org", "secret")
root.groups.add(Group.objects.create(name="staff"))
say("user", [User.objects.get(username="ROOT").check_password("secret"), root.has_perm("auth.add_user"), list(User.objects.filter(groups__name="staff").values_list("username", flat=True))])
ada = Customer.objects.create(name="Ada 🌀", email="ada@example.org", joined=datetime.date(1815, 12, 10))
others = Customer.objects.bulk_create([Customer(name=f"Customer {at}", email=f"c{at}@example.org") for at in range(5)])
labels = [Label.objects.create(slug=word) for word in ("new", "big")]
for at in range(12):
    order = Order.objects.create(customer=ada if at % 2 else Customer.objects.get(email=f"c{at % 5}@example.org"), number=f"00000000-0000-0000-0000-{at:012d}", total=decimal.Decimal(at) * 10, weight=at / 3, paid=at > 5, data={"at": at, "deep": {"list": [1, "ü"]}}, raw=bytes([at, 255]), placed=datetime.datetime(2020, 1 + at, 28, 1, 2, 3, 456789, tzinfo=datetime.timezone.utc), span=datetime.timedelta(days=at, microseconds=5), at=datetime.time(1, 2, 3))
    order.labels.set(labels[: 1 + at % 2])
one = Order.objects.get(total=70)
say("one", [one.customer.name, str(one.number), one.total, one.weight, one.paid, one.data, bytes(one.raw).hex(), one.placed, one.span, one.at])
say("filtered", list(Order.objects.filter(Q(customer__name__icontains="ADA") | Q(total__lt=25), ~Q(labels__slug="none"), placed__year=2020).exclude(total__in=[10, 30]).distinct().order_by("-total").values_list("total", flat=True)))
say("json", [Order.objects.filter(data__deep__list__1="ü").count(), Order.objects.filter(data__at__gte=10).count(), Order.objects.filter(data__has_key="at").count(), Order.objects.filter(data__contains={"at": 3}).count()])
say("annotated", list(Customer.objects.annotate(n=Count("orders"), spent=Coalesce(Sum("orders__total"), Value(decimal.Decimal(0)), output_field=models.DecimalField())).filter(n__gt=0).order_by("-spent", "id").values_list("name", "n", "spent")))
say("aggregate", Order.objects.aggregate(Avg("weight"), Max("placed"), total=Sum("total", filter=Q(paid=True))))
say("subquery", list(Customer.objects.annotate(last=Subquery(Order.objects.filter(customer=OuterRef("pk")).order_by("-placed").values("total")[:1])).filter(Exists(Order.objects.filter(customer=OuterRef("pk"), paid=True))).order_by("id").values_list("last", flat=True)))
say("months", list(Order.objects.annotate(month=TruncMonth("placed"), year=ExtractYear("placed")).values("month", "year").annotate(n=Count("id")).order_by("month").values_list("month", "n")[:2]))
say("functions", list(Customer.objects.annotate(text=Concat(Lower("name"), Value("!")), size=Length("name"), kind=Case(When(name__startswith="Ada", then=Value("first")), default=Value("rest"))).order_by("id").values_list("text", "size", "kind")[:2]))
say("regex", Customer.objects.filter(name__regex=r"^Customer [0-2]$").count())
say("case", [Customer.objects.filter(name__exact="customer 1").count(), Customer.objects.filter(name__iexact="CUSTOMER 1").count(), Customer.objects.filter(name__contains="CUSTOMER").count()])
say("prefetched", [sorted(label.slug for label in order.labels.all()) for order in Order.objects.select_related("customer").prefetch_related("labels").order_by("id")[:2]])
say("updated", Order.objects.filter(paid=False).update(total=F("total") + 1))
say("bulk", [Customer.objects.bulk_update([Customer(id=each.id, name=f"New {each.email}") for each in Customer.objects.filter(email__startswith="c")], ["name"]), len(Customer.objects.bulk_create([Customer(name="x", email="ada@example.org")], ignore_conflicts=True)), Customer.objects.count()])
Customer.objects.bulk_create([Customer(name="Ada again", email="ada@example.org")], update_conflicts=True, update_fields=["name"])
say("conflict", Customer.objects.get(email="ada@example.org").name)
say("got or made", [Customer.objects.get_or_create(email="ada@example.org")[1], Customer.objects.update_or_create(email="z@example.org", defaults={"name": "Z"})[1]])
for make in (lambda: Customer.objects.create(name="x", email="ada@example.org"), lambda: Order.objects.filter(total=70).update(customer=999)):
    try:
        with transaction.atomic():
            make()
    except (IntegrityError, django.db.utils.OperationalError) as error:
        say("refused", error.args[0])
with transaction.atomic():
    locked = Customer.objects.select_for_update().get(email="ada@example.org")
    try:
        with transaction.atomic():
            locked.delete()
            raise ValueError
    except ValueError:
        pass
say("after savepoints", [Customer.objects.count(), Order.objects.count()])
say("union", list(Customer.objects.values_list("name").union(Label.objects.values_list("slug"), all=True).order_by("name")[:3]))
say("explained", "Order" in Order.objects.filter(total=1).explain() or True)
say("deleted", Customer.objects.get(email="ada@example.org").delete())
call_command("flush", verbosity=0, interactive=False)
say("flushed", User.objects.count())
connection.close()
admin.cursor().execute("drop database django_shop")
