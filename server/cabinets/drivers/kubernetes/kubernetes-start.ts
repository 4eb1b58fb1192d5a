import { readFile } from 'node:fs/promises';
import { type Locale, variants } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { CabinetDriver } from '#server/cabinets/drivers/driver.ts';

interface Deps {
  config: Pick<Config, 'cabinets' | 'publicUrl' | 'productName' | 'variant'>;
  locale: Locale;
  now: () => Date;
}

/**
 * The kubernetes driver with the operator's template, checked; undefined when none is configured. Its client takes
 * half a second and 90 MB to load, which other installations are spared.
 */
export async function loadKubernetesDriver({
  config,
  locale,
  now,
}: Deps): Promise<CabinetDriver | undefined> {
  const { kubernetes } = config.cabinets;
  if (!kubernetes) return undefined;
  const [{ kubernetesClient }, { kubernetesDriver }, { parseTemplate }] = await Promise.all([
    import('./kubernetes-client.ts'),
    import('./kubernetes-driver.ts'),
    import('./kubernetes-template.ts'),
  ]);
  const template = parseTemplate(await textOf(kubernetes.template), kubernetes.values);
  const { currency, timeZone } = variants[config.variant];
  const values = {
    ...kubernetes.values,
    locale,
    currency,
    time_zone: timeZone,
    product_name: config.productName,
    public_url: config.publicUrl,
    api_url: config.cabinets.apiUrl,
  };
  return kubernetesDriver({ client: clientOf(), template, values, now });

  function clientOf() {
    try {
      return kubernetesClient({ kubeconfig: kubernetes?.kubeconfig });
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
      throw new StartupError(`KUBECONFIG: there is no cluster to be found: ${why}`);
    }
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new StartupError(`CABINET_TEMPLATE: "${file}" cannot be read (${String(code)}).`);
  }
}
