import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tagApi } from '#contract/routes/panel/tag.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';
import { RowDialog } from '#web/ui/admin/form/form-frames.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { tagResource } from './tag-resource.tsx';

/** Chooses tags. */
export function TagsChoice({ value, onChange, id }: ControlProps) {
  const { t } = useTranslation();
  return (
    <ReferenceSelect
      mode="several"
      id={id}
      resource="tags"
      placeholder={t('tags.placeholder')}
      value={chosenIn(value)}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

/** The same; a new one can be made on the way, and is chosen at once. */
export function TagsToAdd({ value, onChange, id }: ControlProps) {
  const { t } = useTranslation();
  const [isMaking, setMaking] = useState(false);
  const may = useMay()(tagApi.createTag);
  return (
    <>
      <TagsChoice id={id} value={value} onChange={onChange} />
      {may.allowed && (
        <GuardedButton needs={tagApi.createTag} type="link" size="small" onClick={() => setMaking(true)}>
          {t('tags.new')}
        </GuardedButton>
      )}
      {isMaking && (
        <RowDialog
          resource={tagResource}
          onMade={(tag) => onChange?.([...chosenIn(value), tag])}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

function chosenIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
