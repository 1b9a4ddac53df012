import type { ClientRegistration, OAuth2Template } from '@signalbox/contract/oauth2';
import type { Generated } from 'kysely';
import type { Json, Ms } from './column-types.ts';

export interface OAuth2ConfigTable {
  only_row: Generated<boolean>;
  enabled: boolean;
}

export interface OAuth2ParamsTable {
  id: string;
  position: number;
}

export interface OAuth2DomainTable {
  params_id: string;
  position: number;
  scheme: string;
  name: string;
}

export interface OAuth2MobileTable {
  params_id: string;
  position: number;
  pkg_name: string;
  app_secret: string;
}

export interface OAuth2RegistrationTable {
  id: string;
  params_id: string;
  position: number;
  info: Json<ClientRegistration>;
}

export interface OAuth2TemplateTable {
  id: string;
  created_time: Ms;
  provider_id: string;
  info: Json<Omit<OAuth2Template, 'id' | 'createdTime' | 'name'>>;
}
