"""What a tenant has: customers, profiles, devices, assets, entity views, edges, dashboards, relations."""

from tb_rest_client.models.models_ce import *
from watched import expect, refused

PAGE = {"page_size": 10, "page": 0}
NONE = "13814000-1dd2-11b2-8080-808080808080"


def ids(page):
    return [item.id.id for item in page.data]


def sorted_page(name, method, *values, key="name", **more):
    first = method(*values, page_size=1, page=0, sort_property=key, sort_order="ASC", **more)
    last = method(*values, page_size=1, page=0, sort_property=key, sort_order="DESC", **more)
    expect(f"order of {name}", (len(first.data), len(last.data)), (1, 1))
    expect(f"pages of {name}", (first.total_pages, first.has_next), (first.total_elements, first.total_elements > 1))
    expect(f"ends of {name}", getattr(first.data[0], key).lower() <= getattr(last.data[0], key).lower(), True)


def customers(admin):
    saved = admin.save_customer(Customer(title="Berlin works", country="Germany", additional_info={"description": "d"}))
    for title in ("Aachen", "Celle"):
        admin.save_customer(Customer(title=title))
    expect("title", (saved.title, saved.name), ("Berlin works", "Berlin works"))
    expect("customer", admin.get_customer_by_id(saved.id), saved)
    expect("customer by text", admin.get_customer_by_id(saved.id.id), saved)
    saved.city = "Berlin"
    expect("city", admin.save_customer(saved).city, "Berlin")
    expect("short info", "Berlin works" in str(admin.get_short_customer_info_by_id(saved.id)), True)
    expect("customer title", admin.get_customer_title_by_id(saved.id), "Berlin works")
    expect("tenant customer", admin.get_tenant_customer("Berlin works").id.id, saved.id.id)
    expect("search", ids(admin.get_customers(**PAGE, text_search="berlin")), [saved.id.id])
    sorted_page("customers", admin.get_customers, key="title")
    refused(404, admin._client.get_customer_by_id, NONE)
    refused(400, admin._client.get_customer_by_id, "no-id")
    refused(400, admin._client.get_customers, page_size=0, page=0)
    refused(400, admin._client.save_customer, Customer(title=""))
    gone = admin.save_customer(Customer(title="gone"))
    admin.delete_customer(gone.id)
    refused(404, admin._client.delete_customer, gone.id)
    return saved


def device_profiles(admin):
    default = admin.get_default_device_profile_info()
    profile = admin.get_device_profile_by_id(default.id)
    expect("default", profile.default, True)
    own = DeviceProfile(
        name="thermostat",
        type="DEFAULT",
        transport_type="DEFAULT",
        provision_type="DISABLED",
        profile_data={
            "configuration": {"type": "DEFAULT"},
            "transportConfiguration": {"type": "DEFAULT"},
            "provisionConfiguration": {"type": "DISABLED"},
            "alarms": [
                {
                    "id": "a",
                    "alarmType": "hot",
                    "createRules": {
                        "MAJOR": {
                            "condition": {
                                "condition": [
                                    {
                                        "key": {"type": "TIME_SERIES", "key": "temperature"},
                                        "valueType": "NUMERIC",
                                        "predicate": {
                                            "type": "NUMERIC",
                                            "operation": "GREATER",
                                            "value": {"defaultValue": 50},
                                        },
                                    }
                                ],
                                "spec": {"type": "SIMPLE"},
                            }
                        }
                    },
                }
            ],
        },
    )
    saved = admin.save_device_profile(own)
    expect("device profile", admin.get_device_profile_by_id(saved.id).name, "thermostat")
    info = admin.get_device_profile_info_by_id(saved.id)
    expect("info", (info.name, info.transport_type, info.id.id), ("thermostat", "DEFAULT", saved.id.id))
    sorted_page("device profiles", admin.get_device_profiles)
    sorted_page("device profile infos", admin.get_device_profile_infos)
    expect("by transport", ids(admin.get_device_profile_infos(**PAGE, transport_type="MQTT")), [])
    expect("new default", admin.set_default_device_profile(saved.id).default, True)
    admin.set_default_device_profile(default.id)
    expect("empty of firmware", admin.count_by_device_profile_and_empty_ota_package("FIRMWARE", saved.id), 0)
    other = admin.save_device_profile(DeviceProfile(
        name="gone", type="DEFAULT", transport_type="DEFAULT", provision_type="DISABLED",
        profile_data={"configuration": {"type": "DEFAULT"}, "transportConfiguration": {"type": "DEFAULT"}}))
    admin.delete_device_profile(other.id)
    refused(404, admin._client.get_device_profile_by_id, other.id)
    return saved


def devices(admin, customer, profile, customer_user):
    token = f"meter-{profile.id.id}"
    device = admin.save_device(
        Device(name="meter 1", type="thermostat", label="l", additional_info={"gateway": False}), access_token=token[:20]
    )
    expect("profile of device", device.device_profile_id.id, profile.id.id)
    other = admin.save_device(Device(name="meter 2", device_profile_id=profile.id))
    expect("device", admin.get_device_by_id(device.id), device)
    info = admin.get_device_info_by_id(device.id)
    expect("device info", (info.device_profile_name, info.customer_title), ("thermostat", None))
    device.label = "changed"
    device = admin.save_device(device)
    expect("label", device.label, "changed")
    credentials = admin.get_device_credentials_by_device_id(device.id)
    expect("credentials", (credentials.credentials_type, credentials.credentials_id), ("ACCESS_TOKEN", token[:20]))
    credentials.credentials_id = token[:19]
    expect("new credentials", admin.save_device_credentials(credentials).credentials_id, token[:19])
    sorted_page("devices", admin.get_tenant_devices)
    sorted_page("device infos", admin.get_tenant_device_infos)
    expect("by profile", len(admin.get_tenant_device_infos(**PAGE, device_profile_id=profile.id.id).data), 2)
    expect("by type", len(admin.get_tenant_devices(**PAGE, type="thermostat").data), 2)
    expect("by name", admin.get_tenant_device("meter 1").id.id, device.id.id)
    refused(404, admin._client.get_tenant_device, "nothing")
    expect("by ids", len(admin.get_devices_by_ids(f"{device.id.id},{other.id.id}")), 2)
    expect("types", {"thermostat"} <= {t.type for t in admin.get_device_types()}, True)
    admin.assign_device_to_customer(customer.id, device.id)
    expect("customer's", ids(admin.get_customer_devices(customer.id, **PAGE)), [device.id.id])
    infos = admin.get_customer_device_infos(customer.id, **PAGE)
    expect("customer's infos", (infos.data[0].customer_title, infos.data[0].customer_is_public), (customer.title, False))
    expect("unassigned", admin.unassign_device_from_customer(device.id).customer_id.id, NONE)
    admin.assign_device_to_public_customer(device.id)
    expect("public", admin.get_device_info_by_id(device.id).customer_is_public, True)
    admin.unassign_device_from_customer(device.id)
    refused(400, admin._client.unassign_device_from_customer, device.id)
    refused(400, admin._client.save_device, Device(name="meter 1"))
    refused(403, customer_user._client.save_device, Device(name="meter 9"))
    refused(404, admin._client.get_device_by_id, NONE)
    gone = admin.save_device(Device(name="gone"))
    admin.delete_device(gone.id)
    refused(404, admin._client.get_device_by_id, gone.id)
    return device, other


def assets(admin, customer):
    asset = admin.save_asset(Asset(name="hall 1", type="hall", label="l"))
    admin.save_asset(Asset(name="hall 2", type="hall"))
    expect("asset", admin.get_asset_by_id(asset.id), asset)
    info = admin.get_asset_info_by_id(asset.id)
    expect("asset info", (info.name, info.customer_title), ("hall 1", None))
    asset.label = "changed"
    expect("label", admin.save_asset(asset).label, "changed")
    sorted_page("assets", admin.get_tenant_assets)
    sorted_page("asset infos", admin.get_tenant_asset_infos, type="hall")
    expect("by name", admin.get_tenant_asset("hall 1").id.id, asset.id.id)
    expect("by ids", ids_of(admin.get_assets_by_ids(asset.id.id)), [asset.id.id])
    expect("types", [(t.entity_type, t.type) for t in admin.get_asset_types()], [("ASSET", "hall")])
    admin.assign_asset_to_customer(customer.id, asset.id)
    expect("customer's", ids(admin.get_customer_assets(customer.id, **PAGE)), [asset.id.id])
    expect("customer's infos", ids(admin.get_customer_asset_infos(customer.id, **PAGE)), [asset.id.id])
    admin.unassign_asset_from_customer(asset.id)
    admin.assign_asset_to_public_customer(asset.id)
    expect("public", admin.get_asset_info_by_id(asset.id).customer_is_public, True)
    admin.unassign_asset_from_customer(asset.id)
    gone = admin.save_asset(Asset(name="gone", type="hall"))
    admin.delete_asset(gone.id)
    refused(404, admin._client.get_asset_by_id, gone.id)
    return asset


def ids_of(items):
    return [item.id.id for item in items]


def entity_views(admin, customer, device):
    view = admin.save_entity_view(EntityView(
        name="view 1", type="short", entity_id=device.id, start_time_ms=0, end_time_ms=0,
        keys=TelemetryEntityView(timeseries=["temperature"], attributes=AttributesEntityView(cs=[], ss=[], sh=[]))))
    expect("view", admin.get_entity_view_by_id(view.id), view)
    expect("keys", view.keys.timeseries, ["temperature"])
    expect("target", view.entity_id.id, device.id.id)
    info = admin.get_entity_view_info_by_id(view.id)
    expect("view info", (info.name, info.customer_title), ("view 1", None))
    sorted_page("views", admin.get_tenant_entity_views)
    sorted_page("view infos", admin.get_tenant_entity_view_infos)
    expect("by name", admin.get_tenant_entity_view("view 1").id.id, view.id.id)
    expect("types", [t.type for t in admin.get_entity_view_types()], ["short"])
    admin.assign_entity_view_to_customer(customer.id, view.id)
    expect("customer's", ids(admin.get_customer_entity_views(customer.id, **PAGE)), [view.id.id])
    expect("customer's infos", ids(admin.get_customer_entity_view_infos(customer.id, **PAGE)), [view.id.id])
    admin.unassign_entity_view_from_customer(view.id)
    admin.assign_entity_view_to_public_customer(view.id)
    admin.unassign_entity_view_from_customer(view.id)
    gone = admin.save_entity_view(EntityView(name="gone", type="short", entity_id=device.id, keys=view.keys))
    admin.delete_entity_view(gone.id)
    refused(404, admin._client.get_entity_view_by_id, gone.id)
    return view


def dashboards(admin, customer, customer_user):
    dashboard = admin.save_dashboard(Dashboard(title="Overview", configuration={"description": "d", "widgets": {}}))
    expect("dashboard", admin.get_dashboard_by_id(dashboard.id), dashboard)
    expect("title", (dashboard.title, dashboard.name, dashboard.mobile_hide), ("Overview", "Overview", False))
    expect("dashboard info", admin.get_dashboard_info_by_id(dashboard.id).title, "Overview")
    dashboard.title = "Overview 2"
    expect("new title", admin.save_dashboard(dashboard).title, "Overview 2")
    sorted_page("dashboards", admin.get_tenant_dashboards, key="title")
    expect("for phones", ids(admin.get_tenant_dashboards(**PAGE, mobile=True)), [dashboard.id.id])
    assigned = admin.assign_dashboard_to_customer(customer.id, dashboard.id)
    expect("assigned", [c["title"] for c in assigned.assigned_customers], [customer.title])
    expect("customer's", ids(admin.get_customer_dashboards(customer.id, **PAGE)), [dashboard.id.id])
    expect("seen by customer", ids(customer_user.get_customer_dashboards(customer.id, **PAGE)), [dashboard.id.id])
    expect("unassigned", admin.unassign_dashboard_from_customer(customer.id, dashboard.id).assigned_customers, [])
    expect("added", len(admin.add_dashboard_customers([customer.id.id], dashboard.id).assigned_customers), 1)
    expect("removed", admin.remove_dashboard_customers([customer.id.id], dashboard.id).assigned_customers, [])
    updated = admin.update_dashboard_customers(dashboard.id, body=[customer.id.id])
    expect("updated", len(updated.assigned_customers), 1)
    shared = admin.assign_dashboard_to_public_customer(dashboard.id)
    expect("public", [c["public"] for c in shared.assigned_customers if c["title"] == "Public"], [True])
    admin.unassign_dashboard_from_public_customer(dashboard.id)
    expect("server time", admin.get_server_time() > 1_600_000_000_000, True)
    expect("max data points", admin.get_max_datapoints_limit() > 0, True)
    # An empty reply.
    expect("no home", admin.get_home_dashboard().id, None)
    admin.get_home_dashboard_info()
    admin.set_tenant_home_dashboard_info(HomeDashboardInfo(dashboard_id=dashboard.id, hide_dashboard_toolbar=True))
    home = admin.get_tenant_home_dashboard_info()
    expect("home of tenant", (home.dashboard_id.id, home.hide_dashboard_toolbar), (dashboard.id.id, True))
    expect("home", admin.get_home_dashboard().hide_dashboard_toolbar, True)
    expect("home info", admin.get_home_dashboard_info().dashboard_id.id, dashboard.id.id)
    gone = admin.save_dashboard(Dashboard(title="gone"))
    admin.delete_dashboard(gone.id)
    refused(404, admin._client.get_dashboard_by_id, gone.id)
    refused(404, admin._client.get_dashboard_info_by_id, gone.id)
    return dashboard
