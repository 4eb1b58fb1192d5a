import type { FastifyInstance } from 'fastify';
import { brandingApi as api } from '#contract/routes/panel/branding.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { findImage } from './branding-store.ts';
import { changeBranding, resetBranding } from './change-branding.ts';
import { mediaTypes } from './image.ts';
import { readBranding } from './read-branding.ts';

/** `admin/branding` (API.md). */
export function brandingRoutes(deps: { db: Db }): Implementation[] {
  return [
    onStaff(api.branding, async () => ({ data: await readBranding(deps) })),
    onStaff(api.changeBranding, async ({ caller, body }) => ({
      data: await changeBranding(deps, caller, body),
    })),
    onStaff(api.resetBranding, async ({ caller, query }) => ({
      data: await resetBranding(deps, caller, query.updated_at),
    })),
  ];
}

/** Opened as a page, a picture may run nothing and load nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `/branding/ID.TYPE`: a picture, which never changes: another one has another address. */
export function serveBrandingImages(app: FastifyInstance, { db }: { db: Db }): void {
  app.get('/branding/:file', async (request, reply) => {
    const { file } = request.params as { file: string }; // by the address above
    const [, id = '', type] = /^([0-9a-f]{32})\.(png|svg)$/.exec(file) ?? [];
    const image = id === '' ? undefined : await findImage(db, id);
    if (!image || image.type !== type) return reply.callNotFound();
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'public, max-age=31536000, immutable',
        // Cabinets and mail programs show it, and have names of their own.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(mediaTypes[image.type])
      .send(image.content);
  });
}
