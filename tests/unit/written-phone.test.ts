import { describe, expect, it } from 'vitest';
import { writtenPhone } from '#contract/contact/written-phone.ts';
import { dialledNumber } from '#contract/contact/dialled-number.ts';

const nothing = null;

describe('a number written for people', () => {
  it.each([
    ['+380 44 000 00 00', '+380440000000'],
    ['+380 (44) 000-00-00', '+380440000000'],
    ['(+380) 44 000 00 00', '+380440000000'],
    ['(044) 000\u00a000\u201100', '0440000000'],
    ['0 800 50-05-00', '0800500500'],
    ['+49 (0)30 / 123 45-67', '+49301234567'],
    ['8-800.555.35.35', '88005553535'],
    ['3700', '3700'],
    ['+370 5 200 0000, vid. 12', '+37052000000'],
    ['044 000 00 00 дод. 123', '0440000000'],
    ['044 000 00 00, доб. 5', '0440000000'],
    ['+1 212 555 0100 x7', '+12125550100'],
    ['+1 212 555 0100 EXT: 7', '+12125550100'],
    ['030 1234567 DW 12', '0301234567'],
    ['044 000 00 00 #12', '0440000000'],
  ])('%s is taken, and dials %s', (written, dialled) => {
    expect(writtenPhone.parse(` ${written} `)).toBe(written);
    expect(dialledNumber(written)).toBe(dialled);
  });

  it.each([
    ['call us', nothing],
    ['тел. 044 000 00 00', nothing],
    ['044 000 00 00, 067 000 00 00', '0440000000'],
    ['044 000 00 00 / +380 67 000 00 00', nothing],
    ['+380+44', '+38044'],
    ['(044 000 00 00', '0440000000'],
    ['12', nothing],
    ['+', nothing],
    ['1234567890123456', nothing],
    ['0 800 CRM FORM', '0800'],
    ['044 000 00 00 ext.', '0440000000'],
    ['044 000 00 00 ext. 1234567', '0440000000'],
  ])('%s is refused; stored before, it dials %s', (written, dialled) => {
    const { error } = writtenPhone.safeParse(written);
    expect(error?.issues.map(({ message }) => message)).toEqual(['validation.writtenPhone']);
    expect(dialledNumber(written)).toBe(dialled);
  });
});
