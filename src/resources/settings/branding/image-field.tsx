import { Button, Form } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandingLimits } from '#contract/company/branding.ts';

/** A picture from a file, as a data URL; the server checks what is in it. */
export function ImageField({
  name,
  value,
  fault,
  onChange,
}: {
  name: 'logo' | 'mark' | 'picture';
  value: string | null;
  fault: string | undefined;
  onChange: (image: string | null) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const problem = refusal ?? fault;

  function take(chosen: File | undefined): void {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    if (!['image/png', 'image/svg+xml'].includes(chosen.type)) return setRefusal(t('validation.imageKind'));
    if (chosen.size > brandingLimits.imageBytes) return setRefusal(t('validation.imageTooLarge'));
    setRefusal(undefined);
    const reader = new FileReader();
    reader.addEventListener('load', () => onChange(String(reader.result)));
    reader.readAsDataURL(chosen);
  }

  return (
    <Form.Item
      label={t(`branding.fields.${name}`)}
      htmlFor={id}
      extra={t(`branding.${name}Help`)}
      validateStatus={problem ? 'error' : ''}
      help={problem}
    >
      <div className="branding-image">
        {value !== null && <img className={name} src={value} alt={t(`branding.fields.${name}`)} />}
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t(`branding.fields.${name}`)}
          accept="image/png,image/svg+xml"
          onChange={({ target }) => take(target.files?.[0])}
        />
        <div className="branding-acts">
          <Button id={id} onClick={() => file.current?.click()}>
            {t('branding.chooseFile')}
          </Button>
          {value !== null && <Button onClick={() => onChange(null)}>{t('branding.remove')}</Button>}
        </div>
      </div>
    </Form.Item>
  );
}
