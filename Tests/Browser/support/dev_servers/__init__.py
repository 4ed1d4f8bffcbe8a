"""Development servers with their own pages, which forward `/_bridge` to our server."""
from .dev_server import NginxDevServer, NodeDevServer
