import type { Target } from '@doorstep/contract/exports/daily';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/TextField.tsx';
import type { DailyDraft } from './daily-draft.ts';

interface TargetFieldsProps {
  draft: DailyDraft;
  kinds: readonly Target['kind'][];
  hasSecret: boolean;
  /** The error texts. Each key is the path of a field in the request, such as 'target.host'. */
  errors: Record<string, string>;
  onChange: (change: Partial<DailyDraft>) => void;
}

const labels = {
  folder: 'A folder on this server',
  bucket: 'A bucket',
  sftp: 'A server, by SFTP',
};
const secretKinds = [
  { value: 'password', label: 'Password' },
  { value: 'key', label: 'Private key' },
];

export function TargetFields({ draft, kinds, hasSecret, errors, onChange }: TargetFieldsProps) {
  const field = (name: 'folder' | 'bucket' | 'host' | 'port' | 'user' | 'host_key') => ({
    ...{ autoComplete: 'off', spellCheck: false, value: draft[name] },
    error: errors[`target.${name}`],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  const { kind } = draft;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField
        label="Sent to"
        options={kinds.map((value) => ({ value, label: labels[value] }))}
        value={kind}
        error={errors['target.kind']}
        onChange={({ target }) => onChange({ kind: target.value as Target['kind'], folder: '' })}
      />
      {kind === 'bucket' && <TextField label="Bucket" maxLength={63} {...field('bucket')} />}
      {kind === 'sftp' && (
        <>
          <TextField label="Host" maxLength={253} {...field('host')} />
          <TextField label="Port" inputMode="numeric" maxLength={5} {...field('port')} />
          <TextField label="User" maxLength={100} {...field('user')} />
        </>
      )}
      <TextField
        label="Folder"
        maxLength={300}
        hint={
          kind === 'sftp'
            ? 'The path starts at the user’s folder on that server. The folder must exist.'
            : kind === 'folder'
              ? 'Inside this server’s folder for exports'
              : undefined
        }
        {...field('folder')}
      />
      {kind === 'sftp' && (
        <>
          <TextField
            label="Host key"
            hint="Ask the lender for this fingerprint. Nothing is sent to a server with another key."
            placeholder="SHA256:…"
            maxLength={60}
            {...field('host_key')}
          />
          <SelectField
            label="Sign-in"
            options={secretKinds}
            value={draft.secretKind}
            onChange={({ target }) =>
              onChange({ secretKind: target.value as DailyDraft['secretKind'], secret: '' })
            }
          />
          <SecretField {...{ draft, hasSecret, errors, onChange }} />
        </>
      )}
    </div>
  );
}

function SecretField({ draft, hasSecret, errors, onChange }: Omit<TargetFieldsProps, 'kinds'>) {
  const stored = hasSecret ? 'Leave this field empty to use the stored value' : undefined;
  const error =
    errors.secret ?? Object.entries(errors).find(([path]) => path.startsWith('secret.'))?.[1];
  if (draft.secretKind === 'password') {
    return (
      <PasswordField
        label="Password"
        hint={stored}
        maxLength={200}
        value={draft.secret}
        error={error}
        onChange={({ target }) => onChange({ secret: target.value })}
      />
    );
  }
  return (
    <>
      <TextAreaField
        label="Private key"
        hint={stored}
        rows={3}
        maxLength={10_000}
        spellCheck={false}
        className="font-mono text-sm"
        value={draft.secret}
        error={error}
        onChange={({ target }) => onChange({ secret: target.value })}
      />
      <PasswordField
        label="Passphrase of the key, if it has one"
        maxLength={200}
        value={draft.passphrase}
        onChange={({ target }) => onChange({ passphrase: target.value })}
      />
    </>
  );
}
