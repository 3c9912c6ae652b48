"""What the console shows for /ip/."""

from iplookup.selection import LANGUAGE_NAMES
from utilitysvc.console.hints import Hints

HINTS = {
    "ip": Hints(
        icon='<path d="M12 21s7-6.1 7-11.5A7 7 0 0 0 5 9.5C5 14.9 12 21 12 21Z"/><circle cx="12" cy="9.5" r="2.5"/>',
        essential=("ip",),
        left_out=("ips", "fields"),  # the field ip takes several addresses too
        initial={"ip": ""},
        help={"ip": "An IPv4 or IPv6 address, or paste up to 100; leave it empty for your own"},
        names={"lang": "Language", **LANGUAGE_NAMES},
        words="geoip geolocation address whois country city asn provider isp map where my",
    ),
    "ip_network": Hints(words="cidr subnet netmask range split contains calculator addresses"),
}
