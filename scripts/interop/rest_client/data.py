"""What devices send and are told: attributes, series, calls, alarms, queries, events, the audit log."""

import time
from concurrent.futures import ThreadPoolExecutor

from tb_rest_client.models.models_ce import *
from entities import NONE, PAGE, ids
from watched import expect, refused

SCOPES = ("SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE")


def attributes(admin, device):
    here = ("DEVICE", device.id)
    admin.save_device_attributes({"limit": 5, "name": "x"}, device.id, "SERVER_SCOPE")
    admin.save_entity_attributes_v1({"target": 21.5, "on": True}, *here, "SHARED_SCOPE")
    admin.save_entity_attributes_v2({"list": [1, {"a": None}]}, *here, "SHARED_SCOPE")
    expect("keys", set(admin.get_attribute_keys(*here)) >= {"limit", "name", "target", "on", "list"}, True)
    expect("shared keys", sorted(admin.get_attribute_keys_by_scope(*here, "SHARED_SCOPE")), ["list", "on", "target"])
    found = {a["key"]: a["value"] for a in admin.get_attributes_by_scope(*here, "SHARED_SCOPE")}
    expect("values", found, {"list": [1, {"a": None}], "on": True, "target": 21.5})
    found = admin.get_attributes_by_scope(*here, "SERVER_SCOPE", keys="limit")
    expect("members", [(sorted(a), a["value"]) for a in found], [(["key", "lastUpdateTs", "value"], 5)])
    found = admin.get_attributes(*here, keys="limit,target")
    expect("of all scopes", sorted((a["key"], a["value"]) for a in found), [("limit", 5), ("target", 21.5)])
    admin.delete_entity_attributes(device.id, "SHARED_SCOPE", "on")
    admin.delete_entity_attributes_v1(*here, "SHARED_SCOPE", "list")
    expect("left", admin.get_attribute_keys_by_scope(*here, "SHARED_SCOPE"), ["target"])
    refused(400, admin._client.get_attributes_by_scope, *here, "NO_SCOPE")
    refused(400, admin._client.save_device_attributes, [1], device.id, "SERVER_SCOPE")
    refused(404, admin._client.get_attributes, "DEVICE", NONE)


def telemetry(admin, device):
    here = ("DEVICE", device.id)
    now = int(time.time() * 1000)
    admin.save_entity_telemetry({"temperature": 20, "name": "x"}, *here, "ANY")
    points = [{"ts": now - 60_000 * n, "values": {"level": n}} for n in range(10)]
    admin.save_entity_telemetry(points, *here, "ANY")
    admin.save_entity_telemetry_with_ttl({"brief": 1}, *here, "ANY", "3600")
    expect("keys", set(admin.get_timeseries_keys_v1(*here)) >= {"temperature", "name", "level", "brief"}, True)
    latest = admin.get_latest_timeseries(*here, keys="temperature,name")
    expect("latest", {key: points[0]["value"] for key, points in latest.items()}, {"temperature": "20", "name": "x"})
    latest = admin.get_latest_timeseries(*here, keys="temperature", use_strict_data_types=True)
    expect("strict", latest["temperature"][0]["value"], 20)
    between = {"start_ts": now - 3_600_000, "end_ts": now + 1}
    series = admin.get_timeseries(*here, "level", **between, limit=3, use_strict_data_types=True)
    expect("newest", [p["value"] for p in series["level"]], [0, 1, 2])
    series = admin.get_timeseries(*here, "level", **between, order_by="ASC", limit=2, use_strict_data_types=True)
    expect("oldest", [p["value"] for p in series["level"]], [9, 8])
    series = admin.get_timeseries(*here, "level", **between, agg="SUM", interval=7_200_000, use_strict_data_types=True)
    expect("sum", [p["value"] for p in series["level"]], [45])
    admin.delete_entity_timeseries(*here, "name", delete_all_data_for_keys=True)
    expect("deleted", "name" in admin.get_timeseries_keys_v1(*here), False)
    expect("without keys", admin.get_timeseries(*here, "unknown", **between), {})
    refused(400, admin._client.get_timeseries, *here, "level", start_ts="x", end_ts="1")
    refused(404, admin._client.get_timeseries_keys_v1, "DEVICE", NONE)


def calls(admin, device):
    call = {"method": "setLed", "params": {"on": True}, "timeout": 500}
    v1, v2 = admin._client.rpc_v1_controller, admin._client.rpc_v2_controller
    # Each waits for a session for five seconds, the least there is.
    with ThreadPoolExecutor() as pool:
        for status, method in (
            (409, v1.handle_one_way_device_rpc_request_using_post),
            (409, v1.handle_two_way_device_rpc_request_using_post),
            (504, v2.handle_one_way_device_rpc_request_using_post1),
            (504, v2.handle_two_way_device_rpc_request_using_post1),
        ):
            pool.submit(refused, status, method, body=call, device_id=device.id.id)
    kept = {**call, "persistent": True, "expirationTime": int(time.time() * 1000) + 60_000}
    v2 = admin.rpc_v2_controller
    made = v2.handle_one_way_device_rpc_request_using_post1(body=kept, device_id=device.id.id)
    rpc = v2.get_persisted_rpc_using_get(rpc_id=made["rpcId"])
    expect("call", (rpc.status, rpc.id.id, rpc.device_id.id), ("QUEUED", made["rpcId"], device.id.id))
    v2.handle_two_way_device_rpc_request_using_post1(body=kept, device_id=device.id.id)
    page = v2.get_persisted_rpc_by_device_using_get(device_id=device.id.id, rpc_status="QUEUED", **PAGE)
    expect("calls", len(page.data), 2)
    v2.delete_resource_using_delete(rpc_id=rpc.id.id)
    refused(404, v2._client.get_persisted_rpc_using_get, rpc_id=rpc.id.id)
    refused(404, v2._client.handle_one_way_device_rpc_request_using_post1, body=kept, device_id=NONE)


def alarms(admin, device):
    saved = admin.save_alarm(Alarm(
        type="hot", name="hot", originator=device.id, severity="MAJOR", status="ACTIVE_UNACK", details={"by": 3},
        propagate=True))
    expect("alarm", (saved.status, saved.severity, saved.originator.id), ("ACTIVE_UNACK", "MAJOR", device.id.id))
    expect("read", admin.get_alarm_by_id(saved.id), saved)
    expect("originator", admin.get_alarm_info_by_id(saved.id).originator_name, device.name)
    expect("highest", admin.get_highest_alarm_severity("DEVICE", device.id), "MAJOR")
    expect("highest", admin.get_highest_alarm_severity("DEVICE", device.id, search_status="CLEARED"), "")
    page = admin.get_alarms("DEVICE", device.id, **PAGE, search_status="ACTIVE", fetch_originator=True,
                            sort_property="createdTime", sort_order="DESC")
    expect("alarms", [(a.id.id, a.originator_name) for a in page.data], [(saved.id.id, device.name)])
    expect("all alarms", ids(admin.get_all_alarms(**PAGE, status="ACTIVE_UNACK")), [saved.id.id])
    query = AlarmDataQuery(
        entity_filter={"type": "singleEntity", "singleEntity": device.id.to_dict() | {"entityType": "DEVICE"}},
        entity_fields=[EntityKey(type="ENTITY_FIELD", key="name")],
        latest_values=[EntityKey(type="TIME_SERIES", key="temperature")],
        alarm_fields=[EntityKey(type="ALARM_FIELD", key="type")],
        page_link={**{"pageSize": 10, "page": 0, "timeWindow": 3_600_000, "searchPropagatedAlarms": False},
                   "statusList": [], "severityList": [], "typeList": [],
                   "sortOrder": {"key": {"type": "ALARM_FIELD", "key": "createdTime"}, "direction": "DESC"}})
    found = admin.find_alarm_data_by_query(query).data[0]
    expect("alarm data", (found.id.id, found.entity_id.id, found.latest["ENTITY_FIELD"]["name"].value),
           (saved.id.id, device.id.id, device.name))
    admin.ack_alarm(saved.id)
    expect("acknowledged", admin.get_alarm_by_id(saved.id).status, "ACTIVE_ACK")
    admin.clear_alarm(saved.id)
    cleared = admin.get_alarm_by_id(saved.id)
    expect("cleared", (cleared.status, cleared.clear_ts > 0), ("CLEARED_ACK", True))
    expect("deleted", admin.delete_alarm(saved.id), True)
    refused(404, admin._client.get_alarm_by_id, saved.id)
    refused(400, admin._client.get_all_alarms, **PAGE, status="ACTIVE_UNACK", search_status="ACTIVE")


def queries(admin, device):
    kind = {"type": "deviceType", "deviceType": "thermostat", "deviceNameFilter": ""}
    name = EntityKey(type="ENTITY_FIELD", key="name")
    warm = KeyFilter(
        key=EntityKey(type="TIME_SERIES", key="temperature"), value_type="NUMERIC",
        predicate={"type": "NUMERIC", "operation": "GREATER", "value": {"defaultValue": 10, "dynamicValue": None}})
    expect("count", admin.count_entities_by_query(EntityCountQuery(entity_filter=kind, key_filters=[])), 2)
    query = EntityDataQuery(
        entity_filter=kind, key_filters=[warm], entity_fields=[name, EntityKey(type="ENTITY_FIELD", key="createdTime")],
        latest_values=[EntityKey(type="TIME_SERIES", key="temperature"), EntityKey(type="ATTRIBUTE", key="limit")],
        page_link=EntityDataPageLink(page_size=10, page=0, text_search="", dynamic=False,
                                     sort_order=EntityDataSortOrder(key=name, direction="ASC")))
    page = admin.find_entity_data_by_query(query)
    expect("found", [e.entity_id.id for e in page.data], [device.id.id])
    latest = page.data[0].latest
    expect("values", (latest["TIME_SERIES"]["temperature"].value, latest["ATTRIBUTE"]["limit"].value), ("20", "5"))
    query.key_filters = []
    keys = admin.find_entity_timeseries_and_attributes_keys_by_query(query, timeseries=True, attributes=True)
    expect("keys", ("temperature" in keys["timeseries"], "limit" in keys["attribute"], "DEVICE" in keys["entityTypes"]),
           (True, True, True))
    profiles = admin.device_profile_controller
    expect("keys", "level" in profiles.get_timeseries_keys_using_get(device_profile_id=device.device_profile_id.id), True)
    expect("keys", "limit" in profiles.get_attributes_keys_using_get(), True)


def records(admin, tenant, device, customer, user):
    here = ("DEVICE", device.id)
    events = admin.get_events_v1_get1(*here, tenant.id, **PAGE)
    admin.get_events_get(*here, "LC_EVENT", tenant.id, **PAGE)
    admin.get_events_post({"eventType": "ERROR"}, tenant.id, 10, 0, *here)
    expect("events", events.data is not None, True)
    logs = admin.get_audit_logs_by_entity_id("DEVICE", device.id, **PAGE, sort_property="createdTime", sort_order="ASC")
    expect("audit", (logs.data[0].action_type, logs.data[0].entity_name), ("ADDED", "meter 1"))
    admin.get_audit_logs(**PAGE, action_types="ADDED,DELETED", text_search="meter")
    admin.get_audit_logs_by_user_id(user.id, **PAGE)
    admin.get_audit_logs_by_customer_id(customer.id, **PAGE)
