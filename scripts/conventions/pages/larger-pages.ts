/**
 * Pages with a list that have more files than `MOST_FILES`, with their number and why. The list only becomes shorter: a number
 * that is no longer reached is refused.
 */
export const LARGER_PAGES: Readonly<Record<string, { files: number; because: string }>> = {
  'library/downloads DownloadsPage': { files: 13, because: 'its rows are archives, which are served, too' },
  'orders/withdrawals WithdrawalPage': {
    files: 15,
    because: 'a form in two steps and its receipt; the list is the order that it is about',
  },
  'creations/print-orders OrderOwnPhotosPage': {
    files: 16,
    because: "it shows no list: it picks from the library's photos, which another module lists",
  },
  'creations/online-products OnlineProductsPage': {
    files: 14,
    because: 'a product has documents and pages, and a page of its own',
  },
  'orders/invoices InvoicesPage': { files: 15, because: 'a table with filters, selection and an archive' },
  'orders/vouchers VouchersPage': {
    files: 17,
    because: 'codes can be added, and cards and words are shared with projects, shop and overview',
  },
  'account/addresses NewAddressPage': {
    files: 16,
    because: 'a form at two addresses; the list is what its menu of addresses shows',
  },
  'exchange/callbacks CallbacksPage': {
    files: 21,
    because: 'panels for address, key and tests beside the log of a module that sends to shops, too',
  },
  'creations/widgets WidgetsPage': { files: 18, because: 'widgets have tokens, and a dialog to delete them' },
  'creations/projects ProjectsPage': {
    files: 21,
    because: 'pictures, needed dates, and restoring what was deleted',
  },
  'shop/demo-shop DemoShopPage': { files: 22, because: 'an editor; the list is the selection it prints' },
  'orders/orders OrdersPage': {
    files: 23,
    because: 'a status derived from events, and products with pictures and dates',
  },
  'library/albums AlbumsGrid': {
    files: 20,
    because: 'albums are created and sorted there, and requested before the page is drawn',
  },
  'library/shared-albums SharedAlbumsGrid': {
    files: 18,
    because: 'the module of shared albums stands on that of albums: what is shared, and with whom',
  },
};
