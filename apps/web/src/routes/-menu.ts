import type { MenuGroup } from '#/features/frame/shell/index.ts';
import { downloadsEntry } from './_shell/downloads.tsx';
import { faqEntry } from './_shell/help/$topic.tsx';
import { overviewEntry } from './_shell/index.tsx';
import { integrationEntry } from './_shell/integration.tsx';
import { invoicesEntry } from './_shell/invoices.tsx';
import { photosEntry } from './_shell/my-photos/index.tsx';
import { onlineProductsEntry } from './_shell/online-products/index.tsx';
import { ordersEntry } from './_shell/orders/index.tsx';
import { projectsEntry } from './_shell/saved-projects.tsx';
import { businessSettingsEntry } from './_shell/settings/b2b/index.tsx';
import { settingsEntry } from './_shell/settings/index.tsx';
import { vouchersEntry } from './_shell/vouchers.tsx';
import { widgetsEntry } from './_shell/widgets/index.tsx';
import { signOutEntry } from './logout.tsx';

/** The side menu, top to bottom. Entries are declared beside their addresses; which stands where is decided here, by hand. */
export const menu: readonly MenuGroup[] = [
  { key: 'start', entries: [overviewEntry] },
  {
    key: 'orders',
    entries: [ordersEntry, vouchersEntry, invoicesEntry, integrationEntry],
  },
  {
    key: 'photos',
    entries: [photosEntry, projectsEntry, onlineProductsEntry, widgetsEntry, downloadsEntry],
  },
  {
    key: 'account',
    entries: [settingsEntry, businessSettingsEntry, faqEntry, signOutEntry],
  },
];
