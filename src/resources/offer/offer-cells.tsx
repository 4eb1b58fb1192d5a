import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferVersion } from '#contract/entities/offer.ts';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import '#web/resources/settings/settings.css';

export function OfferState({ current }: Pick<OfferVersion, 'current'>) {
  const { t } = useTranslation();
  return current ? (
    <StateTag tone="good" word={t('offer.inForce')} />
  ) : (
    <StateTag tone="off" word={t('offer.earlier')} />
  );
}

/** The title of a version; opens its text. */
export function OfferTitle({ version }: { version: OfferVersion }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const about = `${t(`offer.values.kind.${version.kind}`)}, ${t(`languages.${version.locale}`)}, ${t('offer.numbered', { version: version.version })}`;
  return (
    <>
      <button type="button" className="title-button" lang={version.locale} onClick={() => setOpen(true)}>
        {version.title}
      </button>
      {isOpen && (
        <Modal open title={about} footer={null} onCancel={() => setOpen(false)} width="47.5rem">
          <OfferText locale={version.locale} title={version.title} body={version.body} />
        </Modal>
      )}
    </>
  );
}

/** A text as customers see it: a title and plain text with its line breaks. */
export function OfferText({ locale, title, body }: Pick<OfferVersion, 'locale' | 'title' | 'body'>) {
  return (
    <article className="offer-preview" lang={locale} tabIndex={0}>
      <h3>{title}</h3>
      <p className="lines">{body}</p>
    </article>
  );
}
