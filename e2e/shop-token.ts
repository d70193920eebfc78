/** With which a journey reports orders, as the retailer's shop system does. */
export const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
