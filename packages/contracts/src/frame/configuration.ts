import * as z from 'zod/mini';

/** Built-in languages; an installation can add more through files of its own. */
export const LOCALES = ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'] as const;
/** A locale such as `da-DK` or `sr-Latn-RS`. Whether it is offered depends on the installation. */
export const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/;
export const locale = z.string().check(z.regex(LOCALE));
export type Locale = z.infer<typeof locale>;

/** Feature flags by their long names (photo-library §3). */
export const FEATURE_FLAGS = [
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementQrCodeUploadEnabled',
  'PhotoExportEnabled',
  'ReactivationEnabled',
  'UseReactivationMockData',
  'PhotoManagementOrderPrintsEnabled',
] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** What the law wants to be seen of a brand, in the order in which links stand. */
export const LEGAL_PAGES = ['imprint', 'terms', 'withdrawal', 'privacy', 'accessibility'] as const;
export type LegalPageKind = (typeof LEGAL_PAGES)[number];

/** Public facts of a brand channel. Addresses are absolute or start with '/'. */
export const publicChannel = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  locale,
  currency: z.string(),
  timeZone: z.string(),
  vendor: z.string(),
  /** Writing direction of its language. */
  direction: z.enum(['ltr', 'rtl']),
  accent: z.object({ light: z.string(), dark: z.string() }),
  logoUrl: z.string(),
  logoDarkUrl: z.string(),
  faviconUrl: z.string(),
  /** Where its texts are if it overrides some; otherwise the texts of its language apply. */
  textsUrl: z.optional(z.string()),
  /** How many months photos are kept after an order; null for no end. */
  storageMonths: z.nullable(z.int()),
  faqUrl: z.string(),
  customerCareUrl: z.string(),
  productsUrl: z.string(),
  /** Imprint, terms and so on, as far as the brand has them, in its language. */
  legalLinks: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type PublicChannel = z.infer<typeof publicChannel>;

/** What a brand asks consent for: the script address of each purpose that it uses. */
export const consentRequested = z.object({
  /** A new revision means that the purposes, or who is behind them, have changed, which invalidates earlier choices. */
  revision: z.string(),
  scripts: z.object({ analytics: z.optional(z.string()), marketing: z.optional(z.string()) }),
});
export type ConsentRequested = z.infer<typeof consentRequested>;

/** `GET /config.json`, public, for the requested host: it contains nothing secret. */
export const appConfiguration = z.object({
  /** Service name -> base address (absolute, or a path of the same host). */
  services: z.record(z.string(), z.string()),
  identity: z.object({
    authority: z.string(),
    clientId: z.string(),
    scope: z.string(),
    /** 'session': prompt=none against a provider on the same site. 'refresh': rotated refresh token. */
    renewal: z.enum(['session', 'refresh']),
    /**
     * The parts of the provider's discovery document that pages need, under its own names. Absent until the server has read the
     * document of an external provider; pages then fetch it themselves.
     */
    metadata: z.optional(
      z.object({
        issuer: z.string(),
        authorization_endpoint: z.string(),
        token_endpoint: z.string(),
        end_session_endpoint: z.optional(z.string()),
      }),
    ),
    /** Additional parameters of authorization requests to a retailer's own provider. */
    parameters: z.optional(z.record(z.string(), z.string())),
    /** Account pages of a retailer's own provider, by what customers change there. Absent: accounts are kept here. */
    accountPages: z.optional(
      z.object({
        password: z.optional(z.string()),
        email: z.optional(z.string()),
        account: z.optional(z.string()),
      }),
    ),
  }),
  /** Channel of the requested host. */
  channel: z.string(),
  channels: z.array(z.string()),
  /** Languages available for mails. */
  languages: z.array(z.string()),
  /** Flag -> hosts where it is on; '*' is every host. */
  featureFlags: z.record(z.string(), z.array(z.string())),
  uploadUrl: z.nullable(z.string()),
  editorUrl: z.nullable(z.string()),
  /** Where failures are reported; null for nowhere. */
  errorReportingUrl: z.nullable(z.string()),
  /** What visitors are asked to consent to; null if nothing needs consent. */
  consent: z.nullable(consentRequested),
});
export type AppConfiguration = z.infer<typeof appConfiguration>;

/** What a page needs before anything else. The server embeds it in the page as JSON, in the element `PAGE_SETTINGS_ID`. */
export const pageSettings = z.object({ configuration: appConfiguration, channel: publicChannel });
export type PageSettings = z.infer<typeof pageSettings>;

/** Paths at the root of the host. */
export const CONFIGURATION_PATH = '/config.json';
export const channelPath = (id: string) => `/channels/${encodeURIComponent(id)}.json`;
