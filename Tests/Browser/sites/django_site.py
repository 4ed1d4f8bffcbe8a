"""A site with Django, which has a form, a session and CSRF protection: `python django_site.py <port>`."""
import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import path

settings.configure(
    DEBUG=True, SECRET_KEY="for tests", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["localhost"],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies", INSTALLED_APPS=["django.contrib.sessions"],
    # The settings of a production site.
    SESSION_COOKIE_SECURE=True, CSRF_COOKIE_SECURE=True,
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware", "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ])
django.setup()


def index(request):
    name = request.session.get("name", "nobody")
    token = get_token(request)
    return HttpResponse(
        f"<!doctype html><html><head><title>{name}</title></head><body><form method=post action=/login>"
        f"<input type=hidden name=csrfmiddlewaretoken value={token}><input name=name></form></body></html>")


def login(request):
    request.session["name"] = request.POST["name"]
    return HttpResponseRedirect(request.build_absolute_uri("/"))


urlpatterns = [path("", index), path("login", login)]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"127.0.0.1:{sys.argv[1]}"])
