"""Servers of a team's own pages, which forward `/_bridge` to ours."""
from .dev_server import NginxDevServer, NodeDevServer
