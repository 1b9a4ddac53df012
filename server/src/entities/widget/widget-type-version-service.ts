import { entityId } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import type { WidgetTypeDetails } from '@signalbox/contract/widget';
import type {
  FullWidgetTypeVersion,
  WidgetTypeContent,
  WidgetTypeVersion,
} from '@signalbox/contract/widget-type-version';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import { entityNotFound, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { DocumentRow, DocumentVersions } from '../versions/document-versions.ts';
import { toVersion } from '../versions/version-answers.ts';
import { contentOfType, requireTypeState } from './widget-type-content.ts';
import type { WidgetTypeService } from './widget-type-service.ts';
import type { WidgetTypeStore } from './widget-type-store.ts';

export interface WidgetTypeVersionServiceParts {
  store: Pick<WidgetTypeStore, 'update' | 'beginVersions'>;
  versions: DocumentVersions;
  types: Pick<WidgetTypeService, 'require' | 'changed'>;
  actionLog: ActionLog;
}

const toTypeVersion = (row: DocumentRow): WidgetTypeVersion => ({
  widgetTypeId: entityId('WIDGET_TYPE', row.document_id),
  ...toVersion(row),
});

/** What widget types were: for those who may change them, as versions name people. */
export function createWidgetTypeVersionService({ store, versions, types, actionLog }: WidgetTypeVersionServiceParts) {
  async function requireVersion(user: SecurityUser, id: string, number: number): Promise<FullWidgetTypeVersion> {
    const { tenantId } = await types.require(user, id, 'WRITE');
    const version = await versions.read(tenantId.id, id, number);
    if (!version) throw notFound(`The widget type has no version ${number}`);
    return { ...toTypeVersion(version.row), content: contentOfType(version.content as WidgetTypeContent) };
  }

  return {
    requireVersion,

    /** Newest first. */
    async list(
      user: SecurityUser,
      id: string,
      link: { pageSize: number; page: number },
    ): Promise<PageData<WidgetTypeVersion>> {
      const { tenantId } = await types.require(user, id, 'WRITE');
      // Of one that nobody has saved since versions are kept.
      if (!(await versions.hasAny(id))) await store.beginVersions(tenantId.id, id);
      const page = await versions.list(tenantId.id, id, link);
      return { ...page, data: page.data.map(toTypeVersion) };
    },

    /** Makes a type what it was. @param basedOn the state that the caller knows; without it nothing is compared */
    async restore(user: SecurityUser, id: string, number: number, basedOn?: string): Promise<WidgetTypeDetails> {
      const known = await types.require(user, id, 'WRITE');
      const action = {
        user,
        type: 'UPDATED',
        entityId: known.id,
        entityName: known.name,
        data: { entity: { id: known.id, name: known.name }, version: number },
      } as const;
      const { before, after } = await recordFailure(actionLog, action, async () => {
        const { content } = await requireVersion(user, id, number);
        const step = { author: user, cause: 'RESTORED', restored: number } as const;
        const saved = await store.update(known.tenantId.id, id, content, step, requireTypeState(basedOn));
        if (!saved) throw entityNotFound('Widget type', id);
        return saved;
      });
      await types.changed(user, 'updated', after, before);
      return after;
    },
  };
}

export type WidgetTypeVersionService = ReturnType<typeof createWidgetTypeVersionService>;
