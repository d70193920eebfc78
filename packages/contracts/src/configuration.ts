import * as z from 'zod/mini';

/** The languages that Keepsake comes with; an installation offers more by files of its own. */
export const LOCALES = ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'] as const;
/** A language as a country writes it: `da-DK`, `sr-Latn-RS`. Whether it is offered is a matter of the installation. */
export const locale = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/));
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

/** What anybody may know of a brand channel. Addresses are absolute or start with '/'. */
export const publicChannel = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  locale,
  currency: z.string(),
  timeZone: z.string(),
  vendor: z.string(),
  /** The way its language is written. */
  direction: z.enum(['ltr', 'rtl']),
  accent: z.object({ light: z.string(), dark: z.string() }),
  logoUrl: z.string(),
  logoDarkUrl: z.string(),
  faviconUrl: z.string(),
  /** Where its texts are when it words some of them itself; else they are those of its language. */
  textsUrl: z.optional(z.string()),
  /** How many months photos are kept after an order; null where they are kept without end. */
  storageMonths: z.nullable(z.int()),
  faqUrl: z.string(),
  customerCareUrl: z.string(),
  productsUrl: z.string(),
});
export type PublicChannel = z.infer<typeof publicChannel>;

/** What a brand asks consent for: the address of the script for each purpose that it has. */
export const consentAsked = z.object({
  /** Another one means that the purposes have changed, or who is behind them: choices made before are void. */
  revision: z.string(),
  scripts: z.object({ analytics: z.optional(z.string()), marketing: z.optional(z.string()) }),
});
export type ConsentAsked = z.infer<typeof consentAsked>;

/** `GET /config.json`, public, for the host that was asked: nothing secret is in it. */
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
     * What pages need of the provider's discovery document, by its own names. Absent while the server has not read the
     * document of an external provider: pages then ask for it themselves.
     */
    metadata: z.optional(
      z.object({
        issuer: z.string(),
        authorization_endpoint: z.string(),
        token_endpoint: z.string(),
        end_session_endpoint: z.optional(z.string()),
      }),
    ),
    /** What a provider of the retailer's own is asked besides when customers sign in. */
    parameters: z.optional(z.record(z.string(), z.string())),
    /** Pages of a provider of the retailer's own, by what customers change there. Absent: the accounts are kept here. */
    accountPages: z.optional(
      z.object({
        password: z.optional(z.string()),
        email: z.optional(z.string()),
        account: z.optional(z.string()),
      }),
    ),
  }),
  /** Channel of the asked host. */
  channel: z.string(),
  channels: z.array(z.string()),
  /** Languages that mails can be had in. */
  languages: z.array(z.string()),
  /** Flag -> hosts on which it is on; '*' is every host. */
  featureFlags: z.record(z.string(), z.array(z.string())),
  uploadUrl: z.nullable(z.string()),
  editorUrl: z.nullable(z.string()),
  /** Where failures are reported; null for nowhere. */
  errorReportingUrl: z.nullable(z.string()),
  /** What visitors are asked to consent to; null where nothing needs it. */
  consent: z.nullable(consentAsked),
});
export type AppConfiguration = z.infer<typeof appConfiguration>;

/** What a page needs before anything else. The server writes it into the page, as JSON in the element `PAGE_SETTINGS_ID`. */
export const pageSettings = z.object({ configuration: appConfiguration, channel: publicChannel });
export type PageSettings = z.infer<typeof pageSettings>;

/** Paths at the root of the host. */
export const CONFIGURATION_PATH = '/config.json';
export const channelPath = (id: string) => `/channels/${encodeURIComponent(id)}.json`;
