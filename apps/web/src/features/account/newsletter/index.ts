export {
  ConfirmSubscriptionPage,
  SubscriptionConfirmedPage,
  SubscriptionErrorPage,
  UnsubscribePage,
} from './link-pages.tsx';
export { NewsletterPage } from './newsletter-page.tsx';
export { newsletterGroup } from './queries.tsx';
