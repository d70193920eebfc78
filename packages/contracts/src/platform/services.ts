/**
 * Base path of each service, used unless the configuration points to a service of the retailer's own. `GET /config.json` gives
 * the browser an address for each.
 */
export const SERVICE_PATHS = {
  photoManagement: '/api/photo-management',
  sharedAlbums: '/api/shared-albums',
  downloads: '/api/downloads',
  push: '/api/push',
  photoExports: '/api/photo-exports',
  tempSelections: '/api/temp-selections',
  accounts: '/api/accounts',
  customers: '/api/customers',
  orders: '/api/orders',
  vouchers: '/api/vouchers',
  projects: '/api/projects',
  invoices: '/api/invoices',
  identity: '/api/identity',
  emailGateway: '/api/email-gateway',
  products: '/api/products',
  widgets: '/api/widgets',
  gallery: '/api/gallery',
  orderCutOff: '/api/order-cut-off',
  merchandise: '/api/merchandise',
  storage: '/api/storage',
  uploads: '/api/uploads',
  overview: '/api/overview',
} as const;

export type ServiceName = keyof typeof SERVICE_PATHS;
