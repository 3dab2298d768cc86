import socket

import pytest

from burraco_club import network


def test_a_second_listener_is_told_that_the_port_is_busy() -> None:
    with network.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError) as refusal:
            network.listen("127.0.0.1", port)
        assert network.is_busy(refusal.value)
        free = network.free_port_after("127.0.0.1", port)
    assert free is not None and free > port
    network.listen("127.0.0.1", free).close()


def test_an_address_of_another_computer_is_not_a_busy_port() -> None:
    with pytest.raises(OSError) as refusal:
        network.listen("192.0.2.1", 8000)
    assert not network.is_busy(refusal.value)


def test_no_port_is_free_after_the_last() -> None:
    assert network.free_port_after("127.0.0.1", 65535) is None


def test_a_given_host_is_the_only_address() -> None:
    assert network.addresses("192.168.1.20") == ["192.168.1.20"]
    assert network.addresses("127.0.0.1") == []


def test_addresses_of_this_computer_can_be_listened_on() -> None:
    for address in network.addresses(network.EVERYWHERE):
        assert not address.startswith("127.")
        with network.listen(address, 0) as opened, socket.create_connection(opened.getsockname(), timeout=5):
            pass
