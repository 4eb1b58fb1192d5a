import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Feature, featureInput } from '#contract/catalogue/feature.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps, FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useFeatureTree, useNameOf } from './feature-tree-query.ts';
import { describedNamesField } from './names-fields.tsx';

const fields: readonly FormField[] = [
  { name: 'key', group: 'feature', kind: 'text', help: true },
  {
    name: 'parent_id',
    group: 'feature',
    kind: 'control',
    control: ParentChoice,
    nullIsChoice: true,
    shown: (id) => <ParentName id={id} />,
  },
  describedNamesField,
];

export function useFeatureForm(): FormDeclaration {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => featureInput(variant));
  return { fields, schema, initial: { parent_id: null } };
}

interface Choice {
  value: string;
  label: string;
}

/** Every feature in the order of the tree, with what it is below. */
function useChoices(): Choice[] {
  const nameOf = useNameOf();
  const { data = [] } = useFeatureTree();
  const choicesOf = (features: readonly Feature[], above: string): Choice[] =>
    features.flatMap((feature) => {
      const label = `${above}${nameOf(feature)}`;
      return [{ value: feature.id, label }, ...choicesOf(feature.children ?? [], `${label} › `)];
    });
  return choicesOf(data, '');
}

function ParentChoice({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={t('features.top')}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
      options={useChoices()}
    />
  );
}

function ParentName({ id }: { id: unknown }) {
  const { t } = useTranslation();
  return useChoices().find(({ value }) => value === id)?.label ?? t('features.top');
}
