/**
 * Pages with a list that have more files than `MOST_FILES`, with their number and why. The list only becomes shorter: a number
 * that is no longer reached is refused.
 */
export const LARGER_PAGES: Readonly<Record<string, { files: number; because: string }>> = {
  'library/downloads DownloadsPage': { files: 14, because: 'its rows are archives, which are served, too' },
  'account/addresses AddressesPage': {
    files: 15,
    because: 'addresses are changed on cards that share parts with the form',
  },
  'orders/withdrawals WithdrawalPage': {
    files: 16,
    because: 'a form in two steps and its receipt; the list is the order that it is about',
  },
  'creations/print-orders OrderOwnPhotosPage': {
    files: 16,
    because: "it shows no list: it picks from the library's photos, which another module lists",
  },
  'creations/online-products OnlineProductsPage': {
    files: 15,
    because: 'a product has documents and pages, and a page of its own',
  },
  'orders/invoices InvoicesPage': { files: 17, because: 'a table with filters, selection and an archive' },
  'orders/vouchers VouchersPage': {
    files: 18,
    because:
      'codes can be added, cards and words are shared with projects and shop, and the overview has a part',
  },
  'account/addresses NewAddressPage': {
    files: 18,
    because: 'a form at two addresses; the list is what its menu of addresses shows',
  },
  'exchange/callbacks CallbacksPage': {
    files: 22,
    because: 'panels for address, key and tests beside the log of a module that sends to shops, too',
  },
  'creations/widgets WidgetsPage': { files: 19, because: 'widgets have tokens, and a dialog to delete them' },
  'creations/projects ProjectsPage': {
    files: 23,
    because: 'pictures, needed dates, restoring what was deleted, and a part of the overview',
  },
  'shop/demo-shop DemoShopPage': { files: 25, because: 'an editor; the list is the selection it prints' },
  'orders/orders OrdersPage': {
    files: 28,
    because: 'a status derived from events, products with pictures and dates, and a part of the overview',
  },
  'library/albums AlbumsGrid': {
    files: 28,
    because:
      "two lists, one's own and shared albums; created and sorted there, and requested before the page is drawn",
  },
  'account/identity SecurityPage': {
    files: 32,
    because: 'the activity is one of five panels, beside sessions, passkeys, second factor and password',
  },
};
