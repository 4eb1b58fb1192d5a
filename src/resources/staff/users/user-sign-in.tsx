import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { Passkey } from '#contract/accounts/passkey.ts';
import type { User } from '#contract/entities/user.ts';
import { signInMethodApi } from '#contract/routes/accounts/sign-in-methods.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useIsAbove } from '#web/resources/staff/users/is-above.ts';
import { PasskeyList } from '#web/ui/admin/account/passkeys/passkey-list.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

/** How a colleague signs in, for those who may change the account; a passkey that was lost is removed here. */
export function UserSignIn({ row: user }: { row: User }) {
  const isAbove = useIsAbove(user);
  const mayChange = useHolds()(signInMethodApi.userSignIn);
  if (isAbove || !mayChange || user.invited || user.deleted_at !== null) return null;
  return <Methods user={user} />;
}

function Methods({ user: { id, name } }: { user: User }) {
  const { t } = useTranslation();
  const call = useCall();
  const { data: me } = useGetIdentity<StaffAccount>();
  const { data, error, refetch } = useRead(signInMethodApi.userSignIn, { params: { id } });
  const isSelf = me?.id === id;
  const removal = ({ id: passkey, name: passkeyName }: Passkey) => (
    <ActionButton
      size="small"
      resource="users"
      id={id}
      needs={signInMethodApi.removeUserPasskey}
      texts="users.lostPasskey"
      label="account.passkeys.remove"
      words={{ passkey: passkeyName, name }}
      send={async () => {
        await call(signInMethodApi.removeUserPasskey, { params: { id, passkey } });
        await refetch();
      }}
    />
  );
  return (
    <section className="panel">
      <h2>{t('users.signIn.title')}</h2>
      {error !== null && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {data && (
        <>
          <DescriptionList
            facts={[
              [
                t('twoFactor.title'),
                data.two_factor_at === null ? (
                  t('users.twoFactor.off')
                ) : (
                  <>
                    {t('twoFactor.onSince')} <Moment iso={data.two_factor_at} />
                  </>
                ),
              ],
              [t('users.fields.signs_in_by_oidc'), data.oidc_issuer],
              [
                t('account.passkeys.title'),
                data.passkeys.length === 0 ? (
                  t('users.signIn.noPasskeys')
                ) : (
                  <PasskeyList passkeys={data.passkeys} act={(passkey) => !isSelf && removal(passkey)} />
                ),
              ],
            ]}
          />
          {isSelf && <Link to="/admin-panel/account">{t('users.signIn.own')}</Link>}
        </>
      )}
    </section>
  );
}
