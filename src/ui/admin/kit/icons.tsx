import type { ReactNode } from 'react';

/** Line icons of one rem in the colour of the surrounding text; hidden from screen readers, which read the text. */
function icon(shape: ReactNode) {
  return function Icon() {
    return (
      <svg
        className="icon"
        viewBox="0 0 16 16"
        width="1rem"
        height="1rem"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shape}
      </svg>
    );
  };
}

export const HomeIcon = icon(<path d="M2.5 7.5 8 2.8l5.5 4.7M4 6.5v7h8v-7M6.8 13.5v-4h2.4v4" />);
export const SearchIcon = icon(<path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />);
export const ColumnsIcon = icon(<path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />);
export const DownloadIcon = icon(<path d="M8 2v8m0 0L5 7.2M8 10l3-2.8M2.5 13.5h11" />);
export const CopyIcon = icon(<path d="M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3" />);
export const CloseIcon = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const ChevronIcon = icon(<path d="m4 6 4 4 4-4" />);
export const CheckIcon = icon(<path d="m3 8.5 3.2 3L13 4.5" />);
export const GlobeIcon = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 2 2.6 4 2.6 6S10 12 8 14c-2-2-2.6-4-2.6-6S6 4 8 2Z" />,
);
export const SunIcon = icon(
  <path d="M8 10.8A2.8 2.8 0 1 0 8 5.2a2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.8.8M11.8 11.8l.8.8M12.6 3.4l-.8.8M4.2 11.8l-.8.8" />,
);
export const MoonIcon = icon(<path d="M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z" />);
export const PersonIcon = icon(
  <path d="M8 7.5A2.7 2.7 0 1 0 8 2a2.7 2.7 0 0 0 0 5.5ZM2.8 14c.5-2.8 2.4-4.2 5.2-4.2s4.7 1.4 5.2 4.2" />,
);
export const ExternalIcon = icon(<path d="M6.5 3h-4v10.5H13v-4M9.5 2.5h4v4M13.2 2.8 7.5 8.5" />);
export const BackIcon = icon(<path d="M13 8H3m0 0 4-4M3 8l4 4" />);
export const UpIcon = icon(<path d="M8 13V3m0 0L4 7m4-4 4 4" />);
export const DownIcon = icon(<path d="M8 3v10m0 0 4-4m-4 4L4 9" />);
export const CrossIcon = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const BellIcon = icon(
  <path d="M8 2.2a3.8 3.8 0 0 0-3.8 3.8c0 3.4-1.4 4.6-1.4 5.2h10.4c0-.6-1.4-1.8-1.4-5.2A3.8 3.8 0 0 0 8 2.2ZM6.6 13.4a1.6 1.6 0 0 0 2.8 0" />,
);
export const LockIcon = icon(<path d="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2" />);
export const RetryIcon = icon(<path d="M13 3v3.5H9.5M13 6.5A5.3 5.3 0 1 0 13.2 9" />);
export const ViewsIcon = icon(<path d="M4 2.5h8v11l-4-3-4 3z" />);
export const FilterIcon = icon(<path d="M2.5 4h11M4.5 8h7M6.5 12h3" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />);
