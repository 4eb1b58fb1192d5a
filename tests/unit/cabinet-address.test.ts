import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { cabinetStatuses } from '#contract/cabinets/cabinet.ts';
import { CabinetAddress, NoCabinetThere } from '#web/resources/clients/client-cells.tsx';

// Without texts a key is its own text.
beforeAll(() => createInstance().use(initReactI18next).init({ lng: 'en', resources: {} }));

const cabinet_url = 'http://sad.localhost';

it.each(cabinetStatuses)(
  'leads to a cabinet that is %s where something answers, and says else why not',
  (status) => {
    const client = { cabinet_status: status, cabinet_url };
    const address = renderToStaticMarkup(createElement(CabinetAddress, client));
    const reason = renderToStaticMarkup(createElement(NoCabinetThere, client));
    expect(address).toContain('sad.localhost');
    const isThere = ['active', 'suspended'].includes(status);
    expect(address.includes('<a href')).toBe(isThere);
    expect(reason.includes(`clients.cabinet.nothingThere.${status}`)).toBe(!isThere);
  },
);
