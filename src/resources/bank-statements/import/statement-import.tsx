import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '#web/ui/admin/actions/link-button.tsx';
import { statementLimits, type StatementDone } from '#contract/money/bank-statement.ts';
import { bankStatementResource } from '#web/resources/bank-statements/bank-statement-resource.tsx';
import { inboxKey } from '#web/resources/matching/inbox-key.ts';
import { StatementFacts, StatementOutcome } from '#web/resources/bank-statements/import/statement-facts.tsx';
import { StatementMappingStep } from '#web/resources/bank-statements/import/statement-mapping.tsx';
import { StatementRefusals } from '#web/resources/bank-statements/import/statement-refusals.tsx';
import {
  type StatementSteps,
  useStatementWork,
} from '#web/resources/bank-statements/import/statement-work.ts';
import { inboxOf } from '#web/resources/bank-statements/statement-links.tsx';
import { inboxPath } from '#web/resources/matching/inbox-key.ts';
import { FileDrop } from '#web/ui/admin/form/file-drop.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';
import '#web/resources/clients/import/client-import.css';

/** A bank's file: choose or drop it, see what it would bring, import it. */
export function Component() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const steps = useStatementWork();
  const { work, failure, done, choose } = steps;
  return (
    <>
      <Link className="back-link" to={listPath(bankStatementResource)}>
        <BackIcon />
        {t('bank_statements.title')}
      </Link>
      <PageHeading className="form-title" title={t('bank_statements.import.title')} />
      <div className="import-steps">
        {done && <StatementImported done={done} onAnother={steps.restart} />}
        {!done && !work && (
          <FileDrop
            label={t('bank_statements.import.file')}
            text={t('bank_statements.import.drop')}
            choose={t('clients.import.file.choose')}
            help={t('bank_statements.import.help', { lines: number(statementLimits.lines) })}
            accept=".xml,.csv,.txt,.sta,.mt940,.940,text/xml,application/xml,text/csv,text/plain"
            failure={failure}
            onChosen={(file) => void choose(file)}
          />
        )}
        {!done && work && <StatementSteps steps={{ ...steps, work }} />}
      </div>
    </>
  );
}

type OpenSteps = StatementSteps & { work: NonNullable<StatementSteps['work']> };

function StatementSteps({ steps }: { steps: OpenSteps }) {
  const { t } = useTranslation();
  const { work, failure, isBusy, check, change, reread, bring, restart } = steps;
  const { mapping, summary, refused } = work;
  return (
    <>
      <section className="panel panel-wide import-file">
        <strong>{work.name}</strong>
        <Button onClick={restart}>{t('clients.import.file.other')}</Button>
        {isBusy && <span role="status">{t('bank_statements.import.reading')}</span>}
      </section>
      {mapping && (
        <StatementMappingStep
          {...mapping}
          refused={refused}
          isChecking={isBusy}
          onChange={(draft) => change({ mapping: { ...mapping, draft }, refused: {} })}
          onEncoding={(encoding) => void reread(encoding)}
          onCheck={() => void check(work)}
        />
      )}
      {refused['account'] !== undefined && (
        <AccountQuestion
          key={refused['account']}
          text={refused['account']}
          onSaid={(account) => void check({ ...work, account })}
        />
      )}
      <StatementRefusals refused={refused} isMapped={mapping !== null} />
      {failure !== null && (
        <section className="panel panel-wide">
          <FormFailure text={failure} />
          <Button onClick={() => void check(work)}>{t('bank_statements.import.check')}</Button>
        </section>
      )}
      {summary && (
        <section className="panel panel-wide">
          <h2>{t('bank_statements.import.result')}</h2>
          <StatementFacts summary={summary} />
          <div className="import-submit">
            <Button type="primary" loading={isBusy} onClick={() => void bring()}>
              {t('bank_statements.import.submit', { count: summary.new })}
            </Button>
            <p className="muted">{t('bank_statements.import.once')}</p>
          </div>
        </section>
      )}
    </>
  );
}

/** Asked if the file names no account, or one that is not known yet. */
function AccountQuestion({ text, onSaid }: { text: string; onSaid: (account: string) => void }) {
  const { t } = useTranslation();
  // The sentence names the account of the file, if it has one.
  const [account, setAccount] = useState(() => /\b(?=\w*\d{6})[A-Z0-9]{8,34}\b/.exec(text)?.[0] ?? '');
  return (
    <section className="panel panel-wide" role="alert">
      <p>{text}</p>
      <form
        className="import-submit"
        onSubmit={(event) => {
          event.preventDefault();
          if (account.trim() !== '') onSaid(account.trim());
        }}
      >
        <label htmlFor="statement-account">{t('bank_statements.import.account')}</label>
        <Input
          id="statement-account"
          value={account}
          maxLength={64}
          onChange={({ target }) => setAccount(target.value)}
        />
        <Button htmlType="submit" disabled={account.trim() === ''}>
          {t('bank_statements.import.ours')}
        </Button>
      </form>
    </section>
  );
}

function StatementImported({ done, onAnother }: { done: StatementDone; onAnother: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: inboxKey });
    for (const resource of ['bank_statements', 'bank_lines', 'payments']) {
      void invalidate({ resource, invalidates: ['list'] });
    }
    // Once for one import.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [done.id]);
  return (
    <section className="panel panel-wide" role="status">
      <h2>{t('bank_statements.import.done', { count: done.new, shown: number(done.new) })}</h2>
      <StatementOutcome done={done} />
      <div className="panel-acts">
        <LinkButton to={done.new > 0 ? inboxOf(done.id) : inboxPath}>
          {t('bank_statements.import.toInbox')}
        </LinkButton>
        <Button onClick={onAnother}>{t('clients.import.done.another')}</Button>
      </div>
    </section>
  );
}
