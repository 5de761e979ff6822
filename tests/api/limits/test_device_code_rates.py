"""Device codes can be tried so often only, from one address and from all together."""

from __future__ import annotations

from tests.api.identity.sessions.test_device_codes import SIGN_IN, WRONG, created, sign_in
from tests.api.limits.rate_clients import LimitedClients, rate_limited_error


async def test_guessing_is_limited_per_address_and_for_all(limited: LimitedClients) -> None:
    guesser = await limited("192.0.2.1", codes="2/minute", all_codes="5/minute")
    for _ in range(2):
        assert (await sign_in(guesser, WRONG))["code"] == "INVALID_DEVICE_CODE"
    error = await rate_limited_error(guesser, SIGN_IN, code=WRONG)
    assert error["message"].startswith("Too many device codes from your address: try again in ")
    for number in (2, 3):
        another = await limited(f"192.0.2.{number}")
        for _ in range(2 if number == 2 else 1):
            assert (await sign_in(another, WRONG))["code"] == "INVALID_DEVICE_CODE"
    last = await limited("192.0.2.4")
    # A good code waits too, so the limit tells nothing about codes.
    ann = await last.sign_in("Ann")
    error = await rate_limited_error(last, SIGN_IN, code=await created(ann))
    assert error["message"].startswith("Too many device codes: try again in ")
