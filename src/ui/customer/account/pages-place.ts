/** The place of the account's pages in the bar, which come with the account. */
export const accountPagesId = 'account-pages';
