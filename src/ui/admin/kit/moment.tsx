import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** The day of a moment; its time is in the tooltip. */
export function Day({ iso }: { iso: string }) {
  const { day, moment } = useFormats();
  return (
    <time dateTime={iso} title={moment(iso)}>
      {day(iso)}
    </time>
  );
}

/** A moment in the locale's short date and time. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useFormats().moment(iso)}</time>;
}
