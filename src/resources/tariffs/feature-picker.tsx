import { Button, Input, Skeleton, Tree } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Feature } from '#contract/catalogue/feature.ts';
import { errorText } from '#web/providers/i18n.ts';
import {
  featuresNamed,
  idsWithin,
  withEverythingBelow,
  withFeature,
} from '#web/resources/tariffs/feature-choice.ts';
import { useFeatureName, useFeatures } from '#web/resources/tariffs/features-query.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';

interface TreeNode {
  key: string;
  title: string;
  children: TreeNode[];
}

/** Chooses a tariff's features: a tree with a search, and everything below a feature at once. */
export function FeatureChoice({ value: held, onChange }: ControlProps) {
  const value = Array.isArray(held) ? held.map(String) : [];
  const choose = (ids: string[]) => onChange?.(ids.sort());
  const { t } = useTranslation();
  const nameOf = useFeatureName();
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useFeatures();
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const tree = data;
  const all = tree.flatMap(idsWithin);
  const shown = featuresNamed(tree, typed, nameOf);

  return (
    <div className="feature-picker">
      <div className="feature-picker-head">
        <Input
          allowClear
          prefix={<SearchIcon />}
          placeholder={t('tariffs.form.findFeature')}
          aria-label={t('tariffs.form.findFeature')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <Button onClick={() => choose(all)} disabled={all.length === value.length}>
          {t('tariffs.form.everything')}
        </Button>
        <Button onClick={() => choose([])} disabled={value.length === 0}>
          {t('tariffs.form.nothing')}
        </Button>
      </div>
      <p className="muted" role="status">
        {t('tariffs.form.chosen', { chosen: value.length, total: formats.number(all.length) })}
      </p>
      {shown.length === 0 ? (
        <p>{t('list.nothing.title')}</p>
      ) : (
        <Tree<TreeNode>
          checkable
          checkStrictly
          selectable={false}
          blockNode
          // A new key opens the tree again when the search changes.
          key={typed}
          defaultExpandAll
          treeData={shown.map(nodeOf)}
          checkedKeys={value}
          onCheck={(_keys, { node, checked }) => choose(withFeature(tree, value, node.key, checked))}
          titleRender={(node) => (
            <NodeTitle node={node} onBelow={() => choose(withEverythingBelow(tree, value, node.key))} />
          )}
        />
      )}
    </div>
  );

  function nodeOf(feature: Feature): TreeNode {
    return {
      key: feature.id,
      title: nameOf(feature),
      children: (feature.children ?? []).map(nodeOf),
    };
  }
}

/** A feature's name, and the way to choose everything below it. */
function NodeTitle({ node: { title, children }, onBelow }: { node: TreeNode; onBelow: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="feature-node">
      {title}
      {children.length > 0 && (
        <Button
          type="link"
          size="small"
          aria-label={`${title}: ${t('tariffs.form.below')}`}
          onClick={(event) => {
            // The click on the row would tick only its own feature.
            event.stopPropagation();
            onBelow();
          }}
        >
          {t('tariffs.form.below')}
        </Button>
      )}
    </span>
  );
}
