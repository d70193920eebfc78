// Which modules are bundled together: sixty small files compress a tenth worse than one, and the first load lists every file
// with the page that needs it. A group includes what its modules import, except what earlier groups already have.

/** Looks for the session before the rest of the app arrives. */
const START = /src\/start\.ts/;

/** Needed by both the start script and the phone's page: without a chunk of its own, one would load all of the other. */
const SHARED_WITH_START =
  /src\/(shared\/(api\/(send-request|api-problem|retry|early-answers)|error-reports)|app\/(request-texts|embedded-settings)|platform\/(start-of-page|endpoint|build-url|limits))\.ts|\/zustand\/esm\/vanilla/;

/** The routes of the timeline, together with everything they import statically. */
const FIRST_LOAD = /src\/(main\.tsx|routes\/(__root|_shell|_shell\/my-photos\/photos)\.tsx)/;

/**
 * What the phone's page shares with the timeline: one chunk that both load. Any other import from the timeline would bring all
 * of it to the phone, which a journey guards against. What only the phone's page needs stays out.
 */
const SHARED_WITH_PHONE =
  /src\/(app\/(apply-channel|boot-screens|load-configuration|tokens|base)\.|library\/phone-arrivals\.ts|shared\/(api\/|(configuration|lazy-part|error-reports|format|ui\/(icons|press-once|progress-bar))\.))|node_modules\/(zustand|react-dom|@fontsource-variable)\/|\/(baseline|default-css-variables)\.layer\.css/;

/**
 * Files waiting to be sent, on any page and on the phone's: in a chunk of the pages they would bring the whole app to the
 * phone.
 */
const WAITING_FILES = /src\/features\/library\/upload-queue\/(file-store|import-item)\.ts/;

/** Loaded on every signed-in page, when the browser is idle, and what is too rare for a file of its own. */
const FRAME =
  /src\/(routes\/-(notifications|not-available)|features\/library\/(retention\/storage-banner|deletion\/running-deletion|uploads\/(unfinished-uploads|sign-out-guard)))\.tsx?/;

/** What the frame shares with pages, which would otherwise wait for all of it. */
const SHARED_WITH_FRAME =
  /src\/(orders\/(orders|order-status|reorders|vouchers|voucher-rules|needed-by)\.ts|shared\/near-days|features\/(library\/retention\/storage-(notice|message)|account\/settings\/settings-group)|shared\/ui\/(panels|way-back)\.)/;

/** Lists that load page by page, and albums. */
const LISTS =
  /src\/(shared\/paged-list|features\/library\/albums\/(queries|album-pages))\.tsx?|\/(useInfiniteQuery|infiniteQueryOptions)\.js/;

/** What the overview shares with the pages of orders and projects. */
const ORDERS =
  /src\/(features\/(orders\/(orders\/(order-card|order-words|product-picture)|vouchers\/voucher-words|needed-by\/(needed-by-line|open-needed-by))|creations\/projects\/project-card|exchange\/merchandise\/(cut-off-notice|queries))|shared\/ui\/(row-list|picture-card-skeleton)|orders\/(order-queries|order-events)|creations\/projects)\.tsx?/;

/** What whatever changes something shares, and whatever stands at the bottom of the screen. */
const CHANGES = /src\/shared\/(use-mutation|ui\/bottom-space)\.ts/;

/** What all dialogs share. */
const DIALOG = /src\/shared\/ui\/dialog\.tsx/;

/** What can be done with selected photos, and with the one in a preview. */
const PHOTO_ACTIONS = /src\/(routes\/-library-actions|features\/library\/photo-view\/selection-bar)\.tsx?/;

/** Shared by overview and albums. */
const PICTURES = /src\/shared\/ui\/sized-picture\.tsx/;

/** Pages, together with the modules that prepare them. */
const OVERVIEW = /routes\/(-overview\.tsx|_shell\/index\.tsx\?tsr-split)/;
const ALBUMS =
  /features\/library\/albums\/albums-grid\.tsx|routes\/_shell\/my-photos\/albums\/index\.tsx\?tsr-split/;

/** Pages that mailed links open: small, and opened one at a time. */
const LINK_PAGES =
  /src\/(features\/account\/(identity\/email-link-pages|newsletter\/link-pages|deletion\/confirmation-pages)\.tsx|routes\/(account-deleted|_shell\/change-email-error|_shell\/delete-account-error|change-email-|delete-account-|newsletter-|subscription-)[\w-]*\.tsx\?tsr-split)/;

/** What they share with other pages. */
const SHARED_WITH_LINK_PAGES =
  /src\/(shared\/(own-provider|another-account|plain-pages)|features\/(exchange\/merchandise\/product-range|account\/newsletter\/queries)|platform\/mail-address|account\/(email-changes|account-deletion|newsletter))\./;

/** In order of precedence. */
const GROUPS = {
  calls: SHARED_WITH_START,
  start: START,
  'shared-with-phone': SHARED_WITH_PHONE,
  timeline: FIRST_LOAD,
  'shared-with-frame': SHARED_WITH_FRAME,
  lists: LISTS,
  changes: CHANGES,
  dialog: DIALOG,
  'photo-actions': PHOTO_ACTIONS,
  orders: ORDERS,
  'waiting-files': WAITING_FILES,
  pictures: PICTURES,
  overview: OVERVIEW,
  albums: ALBUMS,
  frame: FRAME,
  'shared-with-link-pages': SHARED_WITH_LINK_PAGES,
  'link-pages': LINK_PAGES,
};

export const chunks = Object.entries(GROUPS)
  .toReversed()
  .map(([name, test], priority) => ({ name, test, priority }));

/** Whether this is a file of scripts that every page has: those of the timeline, the start and what they share. */
export const isFirst = (file: string): boolean =>
  /^assets\/(?:calls|rolldown-runtime|shared-with-phone|start|timeline)-/.test(file);
