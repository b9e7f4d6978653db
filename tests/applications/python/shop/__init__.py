"""A Django application of three models, used by django_shop.py."""
