"""A site with Django and turbo-django. It has a login, forms with errors, messages, a Turbo Stream and an upload.

Usage: `python turbo_site.py <port>`.
"""
import sys

import django
from django.conf import settings
from django.contrib import messages
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.safestring import mark_safe

settings.configure(
    DEBUG=True, SECRET_KEY="for tests", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["localhost"], STATIC_URL="/static/",
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    MESSAGE_STORAGE="django.contrib.messages.storage.session.SessionStorage",
    INSTALLED_APPS=[
        "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles", "turbo"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request", "django.contrib.messages.context_processors.messages"]}}],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ])
django.setup()

from django.template import engines  # noqa: E402 This import needs the settings.
from turbo.shortcuts import render_frame_string  # noqa: E402

PAGE = """<!doctype html><html><head><meta charset=utf-8><title>{{ title }}</title>{% load static %}
  <script src="{% static 'turbo/js/turbo.min.js' %}" defer data-turbo-track=reload></script></head>
  <body><h1>{{ title }}</h1>{% for message in messages %}<p class=flash>{{ message }}</p>{% endfor %}
  <nav><a id=home href=/>Notes</a> <a id=new href=/modal/new>New</a> <a id=members href=/members>Members</a>
  <a id=files href=/files>Files</a></nav>CONTENT</body></html>"""
LIST = """<ul id=notes>{% for note in notes %}<li>{{ note }}</li>{% endfor %}</ul>
  <form method=post action=/stream>{% csrf_token %}<button id=append>Append</button></form>"""
FORM = """{% if problem %}<p id=problem>{{ problem }}</p>{% endif %}
  <form method=post enctype=multipart/form-data>{% csrf_token %}<input name={{ field }} id=field
    {% if field == 'file' %}type=file{% endif %}><button id=send>Send</button></form>"""
notes = ["First"]


def show(request, title, content="", status=200, **values):
    template = engines["django"].from_string(PAGE.replace("CONTENT", content))
    return HttpResponse(template.render({"title": title, **values}, request), status=status)


def index(request):
    return show(request, "Notes", LIST, notes=notes)


def new(request):
    if request.method == "GET":
        return show(request, "New", FORM, field="text")
    if not request.POST["text"]:
        return show(request, "New", FORM, 422, field="text", problem="The text is missing.")
    notes.append(request.POST["text"])
    messages.success(request, "The note was saved.")
    return redirect("/")


def login(request):
    if request.method == "GET":
        return show(request, "Login", FORM, field="name")
    request.session["name"] = request.POST["name"]
    messages.success(request, f"Welcome, {request.POST['name']}.")
    return redirect("/members")


def members(request):
    name = request.session.get("name")
    return show(request, f"Members: {name}") if name else redirect("/modal/login")


def stream(request):
    return render_frame_string(mark_safe("<li>Streamed</li>")).append(id="notes").response


def files(request):
    if request.method == "GET":
        return show(request, "Files", FORM, field="file")
    file = request.FILES["file"]
    messages.success(request, f"{file.name}: {file.read().decode()}")
    return redirect("/files")


urlpatterns = [
    path("", index), path("modal/new", new), path("modal/login", login), path("members", members),
    path("stream", stream), path("files", files),
]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"127.0.0.1:{sys.argv[1]}"])
