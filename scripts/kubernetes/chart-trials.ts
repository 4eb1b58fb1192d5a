import { bases } from './bases.ts';
import type { Values } from './render-chart.ts';

const embedded = bases.k8s?.values ?? {};
const driver = bases['k8s-driver']?.values ?? {};
const controllerNamespace = 'gateways';

/** Values that together go through every branch of the chart: each is checked, and may be compared with Helm's. */
export const trials: Record<string, Values> = {
  'one pod with every cabinet': embedded,
  'three hosts of cabinets': { ...embedded, cabinets: { hosts: 3, podNetwork: '10.42.0.0/16' } },
  'a namespace for each cabinet': driver,
  'a provisioner, no routes, own settings': {
    ...embedded,
    driver: 'webhook',
    signIn: {
      issuer: 'https://accounts.google.com',
      clientId: 'shop',
      allowedDomain: 'shop.example',
      only: true,
    },
    settings: { PRODUCT_NAME: 'Shop "A"', CABINET_WEBHOOK_URL: 'https://provisioner.example' },
    routes: { kind: 'none', controllerNamespace },
  },
  'backups of the installation, classes, certificates, more pods by themselves': {
    ...embedded,
    image: { repository: 'registry.example/own', tag: '0.1.1', pullSecrets: ['registry'] },
    web: { maxReplicas: 6 },
    cabinets: { storageClass: 'fast' },
    backups: {
      storageClass: 'shared',
      url: 's3://backups/tenantry',
      recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    },
    routes: {
      controllerNamespace,
      ingressClass: 'traefik',
      ownDomainIssuer: 'letsencrypt',
      annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
      panelTlsSecretName: 'panel-tls',
      cabinetsTlsSecretName: 'cabinets-wildcard',
    },
  },
  'a gateway, an own template': {
    ...embedded,
    driver: 'kubernetes',
    kubernetes: { template: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: cabinet-${slug}\n' },
    routes: { kind: 'gateway', controllerNamespace, gateway: { name: 'public', namespace: 'gateways' } },
  },
  'a gateway and the template of the reference': {
    ...driver,
    routes: { kind: 'gateway', controllerNamespace, gateway: { name: 'public', namespace: 'gateways' } },
  },
};
