//! The common forms of values: text, numbers, lists, times.

use crate::reader::{KeyPair, Reader};
use crate::row::{Refused, ValueForm, ValueShape};
use crate::units;
use diag::Span;
use std::time::Duration;
use toml::de::DeValue;
use toml::value::{Datetime, Offset};

/// A whole number, which may be written with `_` and with a prefix for its base.
pub fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

/// A number with or without a point.
pub fn number(value: &DeValue<'_>) -> Option<f64> {
    match value.as_float() {
        Some(float) => float.as_str().replace('_', "").parse().ok(),
        None => integer(value).map(|number| number as f64),
    }
}

/// Describes a form that needs no reader: its value, what is expected, its shape, and how a value
/// is read. With `enum`, the form is a type of its own.
#[macro_export]
macro_rules! form {
    (
        $(#[$meta:meta])*
        $vis:vis enum $form:ident, $($rest:tt)+
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        $vis enum $form {}

        $crate::form!($form, $($rest)+);
    };
    ($form:ty, $value:ty, $expects:literal, $shape:expr, $read:expr $(,)?) => {
        impl $crate::ValueForm for $form {
            type Value = $value;
            const EXPECTS: &'static str = $expects;

            fn shape() -> $crate::ValueShape {
                $shape
            }

            fn read(
                pair: &$crate::KeyPair<'_, '_>,
                _: &mut $crate::Reader,
            ) -> Result<$value, $crate::Refused> {
                let read: fn(&$crate::__DeValue<'_>) -> Option<$value> = $read;
                read(pair.value.get_ref()).ok_or($crate::Refused::ValueForm)
            }
        }
    };
}

form!(String, String, "a text", ValueShape::Text, |value| value
    .as_str()
    .map(str::to_owned));
form!(bool, bool, "`true` or `false`", ValueShape::Bool, |value| {
    value.as_bool()
});
form!(
    u64,
    u64,
    "a whole number, 0 or more",
    ValueShape::Whole(0, i64::MAX),
    whole
);
form!(
    i32,
    i32,
    "a 32-bit whole number",
    ValueShape::Whole(i32::MIN as i64, i32::MAX as i64),
    |value| i32::try_from(integer(value)?).ok()
);
form!(
    /// A whole number from 1 on.
    pub enum PositiveForm, u64, "a whole number, 1 or more", ValueShape::Whole(1, i64::MAX),
    |value| whole(value).filter(|number| *number > 0)
);
form!(
    /// A whole number whose sign does not matter, such as a seed.
    pub enum BitsForm, u64, "a whole number", ValueShape::Whole(i64::MIN, i64::MAX),
    |value| integer(value).map(|number| number as u64)
);
form!(
    /// A number that is not negative.
    pub enum AmountForm, f64, "a number, 0 or more", ValueShape::Number(0.0, None),
    |value| number(value).filter(|number| (0.0..f64::INFINITY).contains(number))
);
form!(
    /// A number from 0 to 1.
    pub enum FractionForm, f64, "a number from 0 to 1", ValueShape::Number(0.0, Some(1.0)),
    |value| number(value).filter(|number| (0.0..=1.0).contains(number))
);
form!(
    /// A number of things, with or without a unit: `100000`, `"5M"`.
    pub enum CountForm, u64, "a number such as 100000 or \"5M\"", whole_or_text(),
    |value| with_unit(value, units::count, |number| number)
);
form!(
    /// A number of bytes, with or without a unit: `4096`, `"64K"`.
    pub enum SizeForm, u64, "a number of bytes such as 4096 or \"64K\"", whole_or_text(),
    |value| with_unit(value, units::size, |number| number)
);
form!(
    /// A time, in seconds or with a unit: `2`, `"500ms"`.
    pub enum TimeForm, Duration, "a time such as \"2s\" or \"500ms\"", whole_or_text(),
    |value| with_unit(value, units::duration, Duration::from_secs)
);

/// A text with a unit, or a whole number without one.
fn with_unit<T>(
    value: &DeValue<'_>,
    parse: fn(&str) -> Result<T, String>,
    plain: fn(u64) -> T,
) -> Option<T> {
    match value.as_str() {
        Some(text) => parse(text).ok(),
        None => whole(value).map(plain),
    }
}

fn whole(value: &DeValue<'_>) -> Option<u64> {
    u64::try_from(integer(value)?).ok()
}

fn whole_or_text() -> ValueShape {
    ValueShape::Either(vec![ValueShape::Whole(0, i64::MAX), ValueShape::Text])
}

/// A date and a time with its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Seconds since 1970.
    pub seconds: i64,
    /// As it is written.
    pub text: String,
}

form!(
    Moment,
    Moment,
    "a date and time with a time zone, such as 2025-05-06T13:59:00+02:00",
    ValueShape::Moment,
    |value| {
        let moment = value.as_datetime()?;
        let text = moment.to_string();
        seconds(moment).map(|seconds| Moment { seconds, text })
    }
);

/// A moment as seconds since 1970; none without a zone, which would be another moment elsewhere.
fn seconds(moment: &Datetime) -> Option<i64> {
    let (date, time) = (moment.date?, moment.time?);
    let offset = match moment.offset? {
        Offset::Z => 0,
        Offset::Custom { minutes } => i64::from(minutes),
    };
    let (year, month, day) = (
        i64::from(date.year),
        i64::from(date.month),
        i64::from(date.day),
    );
    // Years begin in March here, so that the day that some years have comes last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    const BEFORE_1970: i64 = 719_468;
    let clock = 3600 * i64::from(time.hour) + 60 * i64::from(time.minute);
    let second = i64::from(time.second.unwrap_or(0));
    Some((days - BEFORE_1970) * 86_400 + clock + second - 60 * offset)
}

impl<F: ValueForm> ValueForm for Option<F> {
    type Value = Option<F::Value>;
    const EXPECTS: &'static str = F::EXPECTS;

    fn shape() -> ValueShape {
        F::shape()
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused> {
        F::read(pair, reader).map(Some)
    }
}

/// The elements of a list. Everything that is wrong with any of them is reported.
fn each<F: ValueForm>(
    pair: &KeyPair<'_, '_>,
    reader: &mut Reader,
) -> Result<Vec<F::Value>, Refused> {
    let elements = reader.list(pair);
    let read: Vec<_> = elements.iter().map(|pair| F::read(pair, reader)).collect();
    read.into_iter().collect()
}

/// A list.
impl<F: ValueForm> ValueForm for Vec<F> {
    type Value = Vec<F::Value>;
    const EXPECTS: &'static str = "a list";

    fn shape() -> ValueShape {
        ValueShape::List(Box::new(F::shape()))
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused> {
        if !pair.value.get_ref().is_array() {
            return Err(Refused::ValueForm);
        }
        each::<F>(pair, reader)
    }
}

/// A list; one value alone is a list of one. `EXPECTS` is in the row.
#[derive(Debug)]
pub struct OneOrMore<F>(std::marker::PhantomData<F>);

impl<F: ValueForm> ValueForm for OneOrMore<F> {
    type Value = Vec<F::Value>;
    const EXPECTS: &'static str = "a list";

    fn shape() -> ValueShape {
        let one = F::shape();
        ValueShape::Either(vec![one.clone(), ValueShape::List(Box::new(one))])
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused> {
        each::<F>(pair, reader)
    }
}

/// A value with its place.
impl<F: ValueForm> ValueForm for (F, Span) {
    type Value = (F::Value, Span);
    const EXPECTS: &'static str = F::EXPECTS;

    fn shape() -> ValueShape {
        F::shape()
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused> {
        let value = F::read(pair, reader)?;
        Ok((value, reader.place(pair.value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_count_from_1970() {
        let at = |text: &str| seconds(&text.parse().unwrap());
        assert_eq!(at("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(at("2000-02-29T12:00:00Z"), Some(951_825_600));
        assert_eq!(at("2025-05-06T13:59:00+02:00"), Some(1_746_532_740));
        assert_eq!(at("2025-05-06T13:59:00"), None);
    }
}
