import type { ShownTag } from '#contract/entities/tag.ts';
import './tag-mark.css';

/** A tag in its colour. Its word says it too, for people who don't see colours. */
export function TagMark({ tag: { name, color } }: { tag: Pick<ShownTag, 'name' | 'color'> }) {
  return <span className={`tag-mark tag-${color}`}>{name}</span>;
}

/** Several tags, or nothing. */
export function TagMarks({ tags }: { tags: readonly ShownTag[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="tag-marks">
      {tags.map((tag) => (
        <TagMark key={tag.id} tag={tag} />
      ))}
    </span>
  );
}
