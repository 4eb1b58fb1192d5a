import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { TabRow } from './tab-row.tsx';

/** The tab in the address, else the first. */
export function usePageTab<Tab extends string>(parameter: string, tabs: readonly [Tab, ...Tab[]]): Tab {
  const [parameters] = useSearchParams();
  return tabs.find((tab) => tab === parameters.get(parameter)) ?? tabs[0];
}

/** Parts of a page as links: each has an address, for going back and for sharing. */
export function PageTabs<Tab extends string>({
  parameter,
  tabs,
  label,
  name,
}: {
  parameter: string;
  tabs: readonly [Tab, ...Tab[]];
  label: string;
  name: (tab: Tab) => ReactNode;
}) {
  const [parameters] = useSearchParams();
  const shown = usePageTab(parameter, tabs);
  return (
    <TabRow className="page-tabs" label={label} open={shown}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          className={tab === shown ? 'tab active' : 'tab'}
          aria-current={tab === shown ? 'page' : undefined}
          to={{ search: String(addressOf(tab)) }}
          preventScrollReset
        >
          {name(tab)}
        </Link>
      ))}
    </TabRow>
  );

  function addressOf(tab: Tab): URLSearchParams {
    const address = new URLSearchParams(parameters);
    if (tab === tabs[0]) address.delete(parameter);
    else address.set(parameter, tab);
    return address;
  }
}
