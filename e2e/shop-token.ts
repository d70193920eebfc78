/** The token with which journeys report orders, like the retailer's shop system. */
export const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
