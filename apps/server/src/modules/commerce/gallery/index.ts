import type { Module } from '../../../platform/module.ts';
import { openOperatorFile } from '../../../platform/operator-file.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Deps } from './deps.ts';
import { parseGallery } from './gallery-file.ts';
import { mountGallery } from './pages/serve-gallery.ts';
import { galleryData } from './personal-data.ts';
import { galleryRoutes } from './routes.ts';

export { type Decision, decide } from './decide.ts';
export { checkGallery } from './gallery-file.ts';
export { readEntries } from './present-entry.ts';
export { dismissReports, listForOperator } from './reports.ts';
export { endEntries } from './store.ts';

type Options = Omit<Deps, 'categoriesOf'> & Pick<Platform, 'log'> & { file: string };

/**
 * Widgets that customers show to everybody, by channels and categories, once the operator has looked at them. Throws
 * StartupError when the operator's file has faults.
 */
export async function createGallery({ log, file, ...given }: Options): Promise<Module> {
  const opened = await openOperatorFile({ setting: 'GALLERY_FILE', file, parse: parseGallery, log });
  const deps: Deps = {
    ...given,
    categoriesOf: (id) => opened.current().channels.find((channel) => channel.id === id)?.categories ?? [],
  };
  return {
    routes: galleryRoutes(deps),
    mount: (app) => mountGallery(app, deps),
    personalData: galleryData(deps),
    close: async () => opened.close(),
  };
}
