import path from 'node:path';
import type { Module } from '../../../platform/module.ts';
import { openOperatorFile } from '../../../platform/operator-file.ts';
import type { Deps, Parts } from './deps.ts';
import { parseDemoGallery, parseGallery } from './gallery-file.ts';
import { mountGallery } from './pages/serve-gallery.ts';
import { mountSitemap } from './pages/serve-sitemap.ts';
import { GALLERY_DATA, TABLES } from './personal-data.ts';
import { galleryRoutes } from './routes.ts';

export { createGalleryConsole } from './console.ts';
export { decide } from './decide.ts';
export { readEntries, reviewEntries } from './entries.ts';
export { checkGallery } from './gallery-file.ts';
export { listForOperator } from './list-for-operator.ts';
export { dismissReports } from './reports.ts';
export { endEntries } from './store.ts';

const DEMO_FILE = path.resolve(import.meta.dirname, '../../../demo/gallery.json');

/**
 * Widgets that customers publish, by channel and category, once the operator has approved them. Throws StartupError if the
 * operator's file has faults.
 */
export async function createGallery({ log, file, ...given }: Deps): Promise<Module> {
  const opened = await openOperatorFile({
    setting: 'GALLERY_FILE',
    file: file ?? DEMO_FILE,
    parse: file ? parseGallery : parseDemoGallery,
    log,
  });
  const parts: Parts = {
    ...given,
    categoriesOf: (id) => opened.current().channels.find((channel) => channel.id === id)?.categories ?? [],
  };
  return {
    routes: galleryRoutes(parts),
    mount(app) {
      mountGallery(app, parts);
      mountSitemap(app, parts);
    },
    tables: TABLES,
    personalData: GALLERY_DATA,
    close: async () => opened.close(),
  };
}
