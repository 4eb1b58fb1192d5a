import {
  documentApi as api,
  ownDocumentApi as own,
  vatCheckApi as vatApi,
} from '#contract/routes/document.ts';
import { ownWalletApi } from '#contract/routes/wallet.ts';
import type { Guard } from '#server/auth/guard.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { type Implementation, onCustomer, onStaff } from '#server/http/routes.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { type ListDeps, onList, onOwnList } from '#server/lists/list-reply.ts';
import { cancelDocument } from './cancel-document.ts';
import { documentPdfFile, documentXmlFile } from './document-file.ts';
import type { DocumentDeps } from './document-deps.ts';
import { issueToClient } from './issue-to-client.ts';
import { beforeProforma, makeOwnProforma, printOwnProforma } from './make-own-proforma.ts';
import { readOwnCode } from './paper/read-own-code.ts';
import { documentListing, ownDocumentListing, readDocument } from './read-document.ts';
import { readOpenProformas } from './read-open-proformas.ts';
import { sendDocument } from './send-document.ts';
import { askVatAgain, readVatCheck } from './vat/client-vat-check.ts';

/** `admin/documents`, `admin/clients/{id}/documents` and `auth/me/documents` (GROWTH section 16). */
export function documentRoutes(
  deps: DocumentDeps & { lists: ListDeps; queue: Queue; guard: Guard },
): Implementation[] {
  const { db, lists } = deps;
  return [
    onList(api.documents, documentListing(deps), lists),
    onStaff(api.openProformas, async ({ caller }) => ({ data: await readOpenProformas(deps, caller) })),
    onStaff(vatApi.vatCheck, async ({ params }) => ({ data: await readVatCheck(deps, params.id) })),
    onStaff(
      vatApi.askVatAgain,
      async ({ caller, params }) => ({ data: await askVatAgain(deps, caller, params.id) }),
      knownClient(deps),
    ),
    onStaff(api.document, async ({ params }) => ({ data: await readDocument(db, params.id) })),
    onStaff(api.documentPdf, ({ params }) => documentPdfFile(db, params.id)),
    onStaff(api.documentXml, ({ params }) => documentXmlFile(db, params.id)),
    onStaff(
      api.issueDocument,
      async ({ caller, params, body, once: key }) => ({
        data: await issueToClient(deps, caller, { clientId: params.id, key }, body),
      }),
      knownClient(deps),
    ),
    onStaff(
      api.sendDocument,
      async ({ caller, params }) => ({ data: await sendDocument(deps, caller, params.id) }),
      async ({ params }) => void (await readDocument(db, params.id)),
    ),
    onStaff(
      api.cancelDocument,
      async ({ caller, params, body }) => ({ data: await cancelDocument(deps, caller, params.id, body) }),
      async ({ params }) => void (await readDocument(db, params.id)),
    ),
    onOwnList(own.documents, ownDocumentListing(deps), lists),
    onCustomer(own.documentPdf, ({ caller, params }) => documentPdfFile(db, params.id, caller.actor.id)),
    onCustomer(own.documentXml, ({ caller, params }) => documentXmlFile(db, params.id, caller.actor.id)),
    onCustomer(own.documentCode, async ({ caller, params }) => ({
      data: await readOwnCode(db, caller, params.id),
    })),
    onCustomer(
      own.makeProforma,
      async ({ caller, body, once: key }) => ({ data: await makeOwnProforma(deps, caller, body, key) }),
      ({ caller }) => beforeProforma(deps, caller),
    ),
    // The older address answers the paper at once.
    onCustomer(
      ownWalletApi.proforma,
      ({ caller, body }) => printOwnProforma(deps, caller, body),
      ({ caller }) => beforeProforma(deps, caller),
    ),
  ];
}
