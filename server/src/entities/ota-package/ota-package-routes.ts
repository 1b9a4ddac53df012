import { Readable } from 'node:stream';
import { type OtaPackageInfo, otaPackageRoutes as routes } from '@signalbox/contract/ota-package';
import { downloadHeaders, mediaType } from '../../http/download-headers.ts';
import { badRequest } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { OtaPackageService } from './ota-package-service.ts';
import type { PackageContents } from './package-contents.ts';
import { receiveForm } from './receive-form.ts';

/** A package with its file, as JSON whose length only the database has to hold. */
async function* withData(info: OtaPackageInfo, pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  yield `${JSON.stringify(info).slice(0, -1)},"data":"`;
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield `${rest.toString('base64')}"}`;
}

/** Answers the routes of OTA packages of the contract. */
export function otaPackageRoutes(packages: OtaPackageService, contents: PackageContents): RouteImplementation[] {
  return [
    implement(routes.getOtaPackages, ({ user, query }) => packages.list(user, query)),
    implement(routes.getOtaPackagesOfProfile, ({ user, params, query }) =>
      packages.listAssignable(user, params.deviceProfileId, params.type, query),
    ),
    implement(
      routes.getOtaPackageInfo,
      async ({ user, params }) => (await packages.require(user, params.otaPackageId, 'READ')).info,
    ),
    implement(routes.getOtaPackage, async ({ user, params }) => {
      const { info, contentId } = await packages.require(user, params.otaPackageId, 'READ');
      return contentId ? Readable.from(withData(info, contents.stream(contentId))) : { ...info, data: null };
    }),
    implement(routes.downloadOtaPackage, async ({ user, params, reply }) => {
      const { info, contentId } = await packages.require(user, params.otaPackageId, 'READ');
      if (!contentId) throw badRequest(info.url ? 'The file of this package is elsewhere.' : 'There is no file yet.');
      reply
        .headers({ ...downloadHeaders(info.fileName ?? ''), 'content-length': String(info.dataSize) })
        .type(mediaType(info.contentType));
      return Readable.from(contents.stream(contentId));
    }),
    implement(routes.saveOtaPackageInfo, ({ user, body }) => packages.save(user, body)),
    implement(routes.saveOtaPackageData, async ({ user, params, query, raw }) => {
      await packages.require(user, params.otaPackageId, 'WRITE');
      return receiveForm(raw.raw, (file) => packages.receive(user, params.otaPackageId, file, query));
    }),
    implement(routes.deleteOtaPackage, async ({ user, params }) => {
      await packages.delete(user, params.otaPackageId);
      return undefined;
    }),
    implement(routes.getOtaUpload, async ({ user, params }) => ({
      received: await packages.received(user, params.otaPackageId),
    })),
    implement(routes.uploadOtaPart, async ({ user, params, query, raw }) => {
      const bytes = raw.body instanceof Buffer ? raw.body : Buffer.alloc(0);
      return { received: await packages.addPart(user, params.otaPackageId, query.offset, bytes) };
    }),
    implement(routes.completeOtaUpload, ({ user, params, query }) =>
      packages.complete(user, params.otaPackageId, { ...query, contentType: query.contentType || null }),
    ),
    implement(routes.cancelOtaUpload, async ({ user, params }) => {
      await packages.cancel(user, params.otaPackageId);
      return undefined;
    }),
  ];
}
