import { readFileSync } from 'node:fs';
import type { CabinetIdentity } from '#server/cabinets/drivers/driver.ts';
import { parseTemplate, type Values } from '#server/cabinets/drivers/kubernetes/kubernetes-template.ts';

/** The example template for operators. */
export const exampleText = readFileSync(
  new URL('../../../deploy/k8s-driver/cabinet-template.yaml', import.meta.url),
  'utf8',
);

export const exampleEnvironment: Values = {
  'env.IMAGE': 'registry.example/tenantry:1',
  'env.SUSPENDED_HOST': 'tenantry-cabinets.tenantry.svc.cluster.local',
};

/** The platform's values for every cabinet. */
export const exampleValues: Values = {
  ...exampleEnvironment,
  locale: 'uk',
  api_url: 'https://platform.example/api',
  public_url: 'https://platform.example',
  product_name: 'Tenantry',
  time_zone: 'Europe/Kyiv',
  currency: 'UAH',
};

export const exampleCabinet: CabinetIdentity = {
  clientId: '0198c0de-0000-7000-8000-000000000001',
  domain: 'ganok.cabinets.example',
  ownDomain: null,
  url: 'https://ganok.cabinets.example',
  secret: 'the secret of this cabinet alone',
};

export function exampleTemplate() {
  return parseTemplate(exampleText, exampleEnvironment);
}
