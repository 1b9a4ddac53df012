"""The published REST client, watched: every call is a line, and a reply that does not fit its models is a failure.

The client itself is lenient: it puts an exception where a part of a reply cannot be read, and leaves out what is missing.
"""

import ast
import inspect
import json
import re
import threading

from tb_rest_client.api_client import ApiClient
from tb_rest_client.rest import ApiException
from tb_rest_client.rest_client_ce import RestClientCE

# Fields of models that 3.3.2 has not: they came with 3.3.3, or belong to the other edition.
LATER_FIELDS = {"ShortCustomerInfo": {"isPublic"}}
# Fields of 3.3.2 that the models do not know, beside those that say which of several shapes an object has.
UNKNOWN_FIELDS = {"ShortCustomerInfo": {"public"}, "TbResource": {"searchText"}, "TbResourceInfo": {"searchText"}}
# What the client cannot read of 3.3.2 either: ids without a type, and members whose names it mistakes.
UNREADABLE = {
    "AdminSettingsId", "AuditLogId", "ByteBuffer", "ComponentDescriptorId", "DeviceCredentialsId", "EdgeEventId",
    "ShortCustomerInfo",
}
# Calls of other editions, or of none that 3.3.2 has.
OTHERS = {
    "accept_privacy_policy", "activate_email", "activate_instance", "activate_user_by_email_code", "check_instance",
    "delete_tenant_account", "get_recaptcha_public_key", "privacy_policy_accepted", "resend_email_activation", "sign_up",
}
# Methods that name a controller wrongly and have no other of their name, or expect a page where 3.3.2 leads to another.
FAULTY = {
    "check_activate_token", "check_reset_token", "handle_one_way_device_rpc_request_v1",
    "handle_two_way_device_rpc_request_v1", "save_device_with_credentials",
}
METHODS = {
    name
    for name, _ in inspect.getmembers(RestClientCE, inspect.isfunction)
    if not name.startswith("_") and not hasattr(threading.Thread, name)
} - {"get_id", "get_token", "get_type", "stop"} - FAULTY

called = set()
mismatches = []


def tell(kind, name, detail=""):
    # In one piece, for several may tell something at once.
    print(f"{kind} {name}{': ' if detail else ''}{' '.join(str(detail).split())[:600]}\n", end="", flush=True)


def note(*words):
    line = " ".join(words)
    if line not in mismatches:
        mismatches.append(line)


read_model = ApiClient._ApiClient__deserialize_model
read_primitive = ApiClient._ApiClient__deserialize_primitive


def watch_model(self, data, model):
    if isinstance(data, dict) and model.swagger_types:
        name = model.__name__
        fields = set(model.attribute_map.values())
        for field in fields - set(data) - LATER_FIELDS.get(name, set()):
            note(f"{name}.{field} is missing")
        for field in set(data) - fields - {"type", "entityType"} - UNKNOWN_FIELDS.get(name, set()):
            note(f"{name}.{field} is not in the model")
    elif model.swagger_types and data != "":
        note(f"{model.__name__} is {json.dumps(data)[:80]}")
    return read_model(self, data, model)


def watch_primitive(self, data, kind):
    # JSON is declared as text.
    if type(data) is not kind and not (kind is str and isinstance(data, (dict, list))):
        if not (kind is float and type(data) is int):
            note(f"{json.dumps(data)[:80]} is no {kind.__name__}")
    return read_primitive(self, data, kind)


def watch_data(self, data, model):
    if model in self.PRIMITIVE_TYPES:
        return watch_primitive(self, data, model)
    if model is object or getattr(model, "__name__", "") in UNREADABLE:
        return data
    return watch_model(self, data, model)


ApiClient._ApiClient__deserialize_data = watch_data


def as_json(text):
    """What a field of JSON was: the client makes text of it, by Python's own notation."""
    return ast.literal_eval(text)


class Failed(Exception):
    """A step that others build on has failed; it is told already."""


class Watched:
    """The methods of a client, or of a controller of it, each call told by its name."""

    def __init__(self, client, prefix=""):
        self._client = client
        self._prefix = prefix

    def __getattr__(self, name):
        method = getattr(self._client, name)
        if not callable(method):
            return Watched(method, f"{name}.")

        def call(*values, **more):
            return step(f"{self._prefix}{name}", lambda: method(*values, **more))

        return call


def count(name):
    """Notes a call; controllers have the names of the client with what they use and sometimes a number."""
    called.add(re.sub(r"_using_[a-z]+\d*$", "", name.split(".")[-1]))


def step(name, work):
    count(name)
    mismatches.clear()
    try:
        result = work()
    except Exception as error:
        tell("failed", name, f"{error.status} {error.body}" if isinstance(error, ApiException) else repr(error))
        raise Failed(name) from error
    if mismatches:
        tell("failed", name, "; ".join(mismatches))
    else:
        tell("passed", name)
    return result


def expect(name, found, wanted):
    if found == wanted:
        tell("passed", name)
    else:
        tell("failed", name, f"{found!r} is not {wanted!r}")


def refused(wanted, method, *values, **more):
    """Expects the error that clients know: its status, and JSON that says it."""
    method_name = getattr(method, "__name__", "call")
    count(method_name)
    try:
        method(*values, **more)
        tell("failed", f"refusal {wanted} of {method_name}", "it went well")
    except ApiException as error:
        try:
            body = json.loads(error.body)
            expect(
                f"refusal {wanted} of {method_name}",
                (error.status, body["status"], sorted(body), type(body["message"])),
                (wanted, wanted, ["errorCode", "message", "status", "timestamp"], str),
            )
        except (TypeError, ValueError, KeyError) as problem:
            tell("failed", f"refusal {wanted} of {method_name}", f"{problem!r} in {error.status} {error.body}")
    except Exception as error:
        tell("failed", f"refusal {wanted} of {method_name}", repr(error))


def area(name, work):
    try:
        work()
    except Failed as error:
        tell("failed", f"the rest of {name}", f"after {error}")
    except Exception as error:
        import traceback
        tell("failed", f"the rest of {name}", traceback.format_exc())
