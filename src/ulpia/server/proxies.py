"""`Proxies`: the reverse proxies that are believed when they say for whom they ask; none by default."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def parse_network(text: str) -> Network:
    """Read an address or a network, such as 10.0.0.5 or 10.0.0.0/24; raise ValueError if it is none."""
    return ip_network(text.strip().strip("[]"), strict=False)


def parse_address(text: str) -> Address | None:
    """Read an address with or without a port, such as 192.0.2.7:4711 or [2001:db8::1]:80; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


class Proxies:
    """Addresses and networks of trusted reverse proxies."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self.networks = tuple(networks)

    def include(self, address: Address | None) -> bool:
        """Whether an address belongs to a trusted proxy."""
        return address is not None and any(address in network for network in self.networks)

    def client_address(self, peer: str, forwarded_for: str) -> str:
        """Return whose request it is: the last address in X-Forwarded-For that is not a trusted proxy.

        Each proxy appends the address it was asked from, so what stands further left is the client's own claim.
        """
        client = peer
        if not self.include(parse_address(peer)):
            return client
        for text in reversed(forwarded_for.split(",")):
            address = parse_address(text)
            if address is None:
                return client
            client = str(address)
            if not self.include(address):
                return client
        return client
