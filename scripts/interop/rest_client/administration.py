"""What the system administrator does: tenants, users, settings, sign-in by other providers."""

import secrets

import requests
from tb_rest_client.models.models_ce import *
from entities import NONE, PAGE, ids, sorted_page
from watched import as_json, expect, refused

PASSWORD = "long enough"


def activate(url, creator, user):
    saved = creator.save_user(user, send_activation_mail=False)
    link = creator.get_activation_link(saved.id)
    token = link.split("activateToken=")[1]
    # The link leads to the page where the password is set.
    page = requests.get(f"{url}/api/noauth/activate?activateToken={token}", allow_redirects=False, timeout=30)
    expect("link", (page.status_code, page.headers["Location"].split("?")[0]), (303, "/login/createPassword"))
    reply = requests.post(f"{url}/api/noauth/activate?sendActivationMail=false",
                          json={"activateToken": token, "password": PASSWORD}, timeout=30)
    expect("activation", (reply.status_code, sorted(reply.json())), (200, ["refreshToken", "token"]))
    return saved


def tenant(url, system):
    """A tenant with an administrator and a user of a customer."""
    name = f"python-{secrets.token_hex(4)}"
    saved = system.save_tenant(Tenant(title=name, region="EU", country="Germany", city="Berlin", zip="10115",
                                      address="A", address2="B", phone="+49", email="a@b.example"))
    email = f"admin@{name}.example"
    user = activate(url, system, User(email=email, authority="TENANT_ADMIN", tenant_id=saved.id, first_name="Ada",
                                      last_name="L"))
    return saved, user


def tenants(url, system, tenant, user):
    expect("tenant", system.get_tenant_by_id(tenant.id), tenant)
    expect("name", (tenant.name, tenant.title, tenant.region), (tenant.title, tenant.title, "Global"))
    expect("tenant info", system.get_tenant_info_by_id(tenant.id).tenant_profile_name, "Default")
    tenant.city = "Bonn"
    expect("city", system.save_tenant(tenant).city, "Bonn")
    sorted_page("tenants", system.get_tenants, key="title")
    sorted_page("tenant infos", system.get_tenant_infos, key="title")
    expect("search", ids(system.get_tenants(**PAGE, text_search=tenant.title)), [tenant.id.id])
    refused(404, system._client.get_tenant_by_id, NONE)
    expect("admins", ids(system.get_tenant_admins(tenant.id, **PAGE)), [user.id.id])
    expect("user", system.get_user_by_id(user.id).email, user.email)
    user.first_name = "Grace"
    expect("first name", system.save_user(user, send_activation_mail=False).first_name, "Grace")
    expect("token access", system.is_user_token_access_enabled(), True)
    token = system.user_controller.get_user_token_using_get(user_id=user.id.id)
    expect("token", "refreshToken" in str(token), True)
    system.set_user_credentials_enabled(user.id, user_credentials_enabled=False)
    reply = requests.post(f"{url}/api/auth/login", json={"username": user.email, "password": PASSWORD}, timeout=30)
    expect("disabled", (reply.status_code, sorted(reply.json())), (401, ["errorCode", "message", "status", "timestamp"]))
    system.set_user_credentials_enabled(user.id, user_credentials_enabled=True)
    gone = system.save_tenant(Tenant(title=f"{tenant.title} gone"))
    second = system.save_user(User(email=f"x@{tenant.title}.example", authority="TENANT_ADMIN", tenant_id=gone.id),
                              send_activation_mail=False)
    refused(400, system._client.save_user, User(email=f"x@{tenant.title}.example", authority="TENANT_ADMIN",
                                                tenant_id=gone.id), send_activation_mail=False)
    system.delete_user(second.id)
    refused(404, system._client.get_user_by_id, second.id)
    expect("dashboards", ids(system.get_tenant_dashboards_v1(gone.id, **PAGE)), [])
    system.delete_tenant(gone.id)
    refused(404, system._client.delete_tenant, gone.id)


def tenant_profiles(system, tenant):
    info = system.get_default_tenant_profile_info()
    expect("default", system.get_tenant_profile_by_id(info.id).default, True)
    expect("info", system.get_tenant_profile_info_by_id(info.id).name, info.name)
    own = system.save_tenant_profile(TenantProfile(
        name=f"own {tenant.title}", isolated_tb_core=False, isolated_tb_rule_engine=False,
        profile_data={"configuration": {"type": "DEFAULT", "maxDevices": 5}}))
    expect("profile", system.get_tenant_profile_by_id(own.id), own)
    sorted_page("profiles", system.get_tenant_profiles)
    sorted_page("profile infos", system.get_tenant_profile_infos)
    # The reply is the profile as it was before.
    system.set_default_tenant_profile(own.id)
    expect("new default", system.get_tenant_profile_by_id(own.id).default, True)
    system.set_default_tenant_profile(info.id)
    system.delete_tenant_profile(own.id)
    refused(404, system._client.get_tenant_profile_by_id, own.id)


def settings(system):
    general = system.admin_controller.get_admin_settings_using_get(key="general")
    expect("key", general.key, "general")
    general.json_value = as_json(general.json_value)
    expect("saved", system.save_admin_settings(general).key, "general")
    mail = system.admin_controller.get_admin_settings_using_get(key="mail")
    expect("key", mail.key, "mail")
    refused(404, system._client.admin_controller.get_admin_settings_using_get, key="sms")
    security = system.get_security_settings()
    expect("policy", security.password_policy.minimum_length >= 6, True)
    expect("saved", system.save_security_settings(security), security)
    updates = system.check_updates()
    expect("updates", type(updates.update_available), bool)
    expect("password policy", system.get_user_password_policy().minimum_length, security.password_policy.minimum_length)


def providers(system):
    info = system.o_auth2_controller.get_current_o_auth2_info_using_get()
    expect("off", (info.enabled, info.oauth2_params_infos), (False, []))
    system.o_auth2_controller.save_o_auth2_info_using_post(body=OAuth2Info(enabled=False, oauth2_params_infos=[]))
    expect("way back", system.o_auth2_controller.get_login_processing_url_using_get(), "/login/oauth2/code/")
    expect("clients", system.o_auth2_controller.get_o_auth2_clients_using_post(), [])
    templates = system.o_auth2_config_template_controller
    found = templates.get_client_registration_templates_using_get()
    expect("templates", {"Google", "Github"} <= {t.name for t in found}, True)
    own = templates.save_client_registration_template_using_post(body=OAuth2ClientRegistrationTemplate(
        provider_id="own", name="Own", scope=["email"], client_authentication_method="BASIC", login_button_label="Own",
        access_token_uri="https://own.example/token", authorization_uri="https://own.example/authorize",
        user_info_uri="https://own.example/user", jwk_set_uri="https://own.example/keys", user_name_attribute_name="email",
        mapper_config={"type": "BASIC", "basic": {"emailAttributeKey": "email", "tenantNameStrategy": "DOMAIN"}}))
    expect("own", own.provider_id, "own")
    templates.delete_client_registration_template_using_delete(client_registration_template_id=own.id.id)


def users(url, admin, customer):
    user = activate(url, admin, User(email=f"user@{customer.id.id}.example", authority="CUSTOMER_USER",
                                     customer_id=customer.id))
    expect("users", ids(admin.get_customer_users(customer.id, **PAGE)), [user.id.id])
    sorted_page("all users", admin.get_users, key="email")
    return user


def mails(system):
    """There is no mail server, so what would send a mail says so."""
    nowhere = {"smtpProtocol": "smtp", "smtpHost": "127.0.0.1", "smtpPort": "1", "timeout": "500", "mailFrom": "a@b.example",
               "enableTls": False, "username": "", "password": ""}
    refused(500, system._client.send_test_mail, AdminSettings(key="mail", json_value=nowhere))
    refused(400, system._client.send_test_sms, TestSmsRequest(number_to="+4912345678", message="m"))


def forgotten(system, user):
    """What people get by mail: an unknown address is no news, a wrong token leads nowhere."""
    anyone = system._client
    system.auth_controller.request_reset_password_by_email_using_post(body={"email": "nobody@nowhere.example"})
    refused(400, anyone.reset_password, {"resetToken": "x", "password": PASSWORD})
    refused(400, anyone.activate_user, {"activateToken": "x", "password": PASSWORD})
    refused(400, anyone.send_activation_email, user.email)
