import type { EmailTemplate, TemplateInput } from '#contract/panel/email-template.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RenderDeps } from '#server/mail/render-email.ts';
import { emailTemplateId } from '#server/settings/fixed-ids.ts';
import { builtInTemplate, hashOf, type Template } from './built-in-template.ts';
import { faultsOf } from './check-template.ts';
import { readTemplate, requireOwn, type TemplateKey } from './read-template.ts';
import { deleteTemplate, findTemplate, storeTemplate, type TemplateRow } from './template-store.ts';

/**
 * Gives an email own words. The same words again say that they still hold for the built-in text of today.
 * @throws AppError `not_found`, `validation_failed` with each fault and its line, or `stale`
 */
export function changeTemplate(
  deps: RenderDeps,
  caller: Caller,
  { key, input: { subject, body, updated_at } }: { key: TemplateKey; input: TemplateInput },
): Promise<EmailTemplate> {
  const { kind, locale } = requireOwn(key);
  requireGood(kind, { subject, body });
  return change(
    deps,
    caller,
    { key, action: 'email_template.change', sent: updated_at },
    async (tx, before) => {
      const built_in_hash = hashOf(builtInTemplate(kind, locale));
      if (before?.subject === subject && before.body === body && before.built_in_hash === built_in_hash)
        return;
      const updatedAt = before ? nextUpdate(before.updated_at, caller.now) : caller.now;
      await storeTemplate(tx, {
        kind,
        locale,
        subject,
        body,
        built_in_hash,
        updated_at: updatedAt,
      });
    },
  );
}

/**
 * Returns to the built-in text; does nothing if it is that.
 * @throws AppError as above
 */
export function resetTemplate(
  deps: RenderDeps,
  caller: Caller,
  { key, sent }: { key: TemplateKey; sent: string | undefined },
): Promise<EmailTemplate> {
  requireOwn(key);
  return change(deps, caller, { key, action: 'email_template.reset', sent }, (tx) => deleteTemplate(tx, key));
}

/** @throws AppError `validation_failed` with each fault and its line */
export function requireGood(kind: TemplateKey['kind'], words: Template): void {
  const fields = faultsOf(kind, words);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

function change(
  deps: RenderDeps,
  caller: Caller,
  about: {
    key: TemplateKey;
    action: 'email_template.change' | 'email_template.reset';
    sent: string | null | undefined;
  },
  write: (tx: Db, before: TemplateRow | undefined) => Promise<void>,
): Promise<EmailTemplate> {
  const { key, action, sent } = about;
  const id = emailTemplateId(key.kind, key.locale);
  return answered(deps.db, caller, async (tx) => {
    await lockUntilCommit(tx, 'email-templates');
    const now = () => readTemplate({ ...deps, db: tx }, key);
    const before = await findTemplate(tx, key);
    await refuseStaleOf(tx, { id, updated_at: before?.updated_at ?? null }, sent, now);
    await write(tx, before);
    const changes = auditChanges(audited(before), audited(await findTemplate(tx, key)));
    if (changes.length > 0) {
      await writeAudit(tx, caller, {
        action,
        subject: {
          type: 'email_template',
          id,
          name: `${key.kind} ${key.locale}`,
        },
        changes,
      });
    }
    return now();
  });
}

function audited(row: TemplateRow | undefined) {
  return { subject: row?.subject ?? null, body: row?.body ?? null };
}
