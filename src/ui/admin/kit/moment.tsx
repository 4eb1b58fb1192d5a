import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** A moment in the locale's short date and time. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useFormats().moment(iso)}</time>;
}
