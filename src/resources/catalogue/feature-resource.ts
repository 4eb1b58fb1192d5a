import { type Feature, featureList } from '#contract/catalogue/feature.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The features that tariffs include, as a tree that staff arrange (GROWTH section 17). */
export const featureResource = defineResource<Feature>({
  name: 'features',
  path: 'settings/features',
  spec: featureList,
  title: 'settings.features.title',
  routes: {
    list: tariffApi.features,
    create: tariffApi.createFeature,
    update: tariffApi.changeFeature,
    remove: tariffApi.deleteFeature,
  },
  screens: { list: () => import('./features.tsx') },
  form: { in: 'dialog', load: async () => (await import('./feature-form.tsx')).useFeatureForm },
  columns: [],
  filters: [],
});
