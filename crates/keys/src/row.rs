//! Keys as rows, and the macro that turns them into a struct and its reader.

use crate::reader::{KeyPair, Reader};

/// Why a value was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It does not have the form that its key asks for. The reader reports that.
    ValueForm,
    /// What is wrong with it has been reported already.
    Reported,
}

/// A form that values can be written in.
pub trait ValueForm {
    /// What a value becomes.
    type Value;

    /// What is expected, as it follows that word in a message.
    const EXPECTS: &'static str;

    /// What editors and documentation know about it.
    fn shape() -> ValueShape;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// When the value does not have this form.
    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused>;
}

/// What a value looks like, as far as a schema can say it.
#[derive(Clone, Debug)]
pub enum ValueShape {
    /// Anything.
    Any,
    /// Text.
    Text,
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Whole(i64, i64),
    /// A number in a range; without a second end it has none.
    Number(f64, Option<f64>),
    /// A date and a time.
    Moment,
    /// One of these texts.
    Words(&'static [&'static str]),
    /// A list.
    List(Box<ValueShape>),
    /// A table with the keys of a section.
    Table(&'static KeyTable),
    /// A table with any keys and values of one form.
    Map(Box<ValueShape>),
    /// One of several forms.
    Either(Vec<ValueShape>),
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// Its name; in the rows of free keys, capital letters stand for any name.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What values look like, in words.
    pub expects: &'static str,
    /// What holds without it: TOML, or words; empty if nothing does.
    pub default: &'static str,
    /// The form of its values.
    pub shape: fn() -> ValueShape,
}

impl KeyRow {
    /// A key with values of one form.
    pub const fn of<F: ValueForm>(name: &'static str, doc: &'static str) -> KeyRow {
        KeyRow {
            name,
            doc,
            expects: F::EXPECTS,
            default: "",
            shape: F::shape,
        }
    }
}

/// The keys that a table can have.
#[derive(Clone, Copy, Debug)]
pub struct KeyTable {
    /// The table as shown to people, such as `[tests]`.
    pub name: &'static str,
    /// Its keys.
    pub parts: &'static [&'static [KeyRow]],
    /// Keys whose names are up to the writer.
    pub free: &'static [KeyRow],
}

impl KeyTable {
    /// All keys with fixed names.
    pub fn rows(&self) -> impl Iterator<Item = &'static KeyRow> {
        self.parts.iter().flat_map(|rows| rows.iter())
    }

    /// The key of this name.
    pub fn row(&self, name: &str) -> Option<&'static KeyRow> {
        self.rows().find(|row| row.name == name)
    }
}

/// Describes the keys of a table: a struct with a field for each, and all that follows from that.
///
/// A row is a documented field; the first line of the crate shows some. `as` names the [`ValueForm`] of
/// a field whose type is none itself, `expects` says in words what values look like, `default` says
/// what holds without the key, and `= EXPRESSION` is what the field is then (without, it is the
/// type's default). `include` takes over the keys of another section. `places` keeps where the value
/// of a key is, and `free` has rows for keys whose names are up to the writer: these are left to the
/// caller.
#[macro_export]
macro_rules! section {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident, $title:literal {
            $( include $part:ident : $whole:ty; )*
            $(
                $(#[doc = $doc:literal])+
                pub $field:ident : $type:ty $(as $form:ty)? $({ $($extra:ident : $text:literal),+ })?
                    $(= $absent:expr)? ;
            )*
        }
        $( places { $( $place:ident : $of:ident ),+ $(,)? } )?
        $( free { $( $(#[doc = $free_doc:literal])+ $free:literal : $free_form:ty $({ $($free_extra:ident : $free_text:literal),+ })?; )+ } )?
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $( #[doc = concat!("The keys of [`", stringify!($whole), "`].")] pub $part: $whole, )*
            $( $(#[doc = $doc])+ pub $field: $type, )*
            $($( #[doc = concat!("Where the file has `", stringify!($of), "`.")] pub $place: Option<$crate::__Span>, )+)?
        }

        impl $name {
            /// Its keys.
            pub const ROWS: &'static [$crate::KeyRow] = &[
                $( $crate::KeyRow {
                    $($($extra: $text,)+)?
                    ..$crate::KeyRow::of::<$crate::__form!($type $(as $form)?)>(
                        stringify!($field),
                        concat!($($doc),+),
                    )
                }, )*
            ];

            /// The table.
            pub const SECTION: &'static $crate::KeyTable = &$crate::KeyTable {
                name: $title,
                parts: &[$(<$whole>::ROWS,)* Self::ROWS],
                free: &[$($( $crate::KeyRow {
                    $($($free_extra: $free_text,)+)?
                    ..$crate::KeyRow::of::<$free_form>($free, concat!($($free_doc),+))
                }, )+)?],
            };

            /// Reads the fields from the keys of a table that may have others, too.
            $vis fn fields(
                reader: &mut $crate::Reader,
                section: &$crate::KeyTable,
                pairs: &[$crate::KeyPair<'_, '_>],
            ) -> Self {
                $name {
                    $( $part: <$whole>::fields(reader, section, pairs), )*
                    $( $field: reader
                        .field::<$crate::__form!($type $(as $form)?)>(section, stringify!($field), pairs)
                        .unwrap_or_else(|| $crate::__absent!($($absent)?)), )*
                    $($( $place: reader.place_of(stringify!($of), pairs), )+)?
                }
            }

            /// Reads a table, and reports keys that it cannot have.
            $vis fn read(reader: &mut $crate::Reader, pairs: &[$crate::KeyPair<'_, '_>]) -> Self {
                let found = Self::fields(reader, Self::SECTION, pairs);
                reader.no_others(Self::SECTION, pairs);
                found
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    $( $part: <$whole>::default(), )*
                    $( $field: $crate::__absent!($($absent)?), )*
                    $($( $place: None, )+)?
                }
            }
        }

        impl $crate::ValueForm for $name {
            type Value = Self;
            const EXPECTS: &'static str = "a table";

            fn shape() -> $crate::ValueShape {
                $crate::ValueShape::Table(Self::SECTION)
            }

            fn read(
                pair: &$crate::KeyPair<'_, '_>,
                reader: &mut $crate::Reader,
            ) -> Result<Self, $crate::Refused> {
                let table = pair.value.get_ref().as_table().ok_or($crate::Refused::ValueForm)?;
                let pairs = reader.pairs(table);
                Ok(Self::read(reader, &pairs))
            }
        }
    };
}

/// Describes a type whose values are written as words: `named`, `name` and its [`ValueForm`].
#[macro_export]
macro_rules! words {
    ($type:ty { $first:literal => $a:path, $($word:literal => $b:path,)* or $last:literal => $c:path $(,)? }) => {
        impl $type {
            /// The words for all values.
            pub const NAMES: &'static [&'static str] = &[$first, $($word,)* $last];

            /// The value that is written so.
            pub fn named(name: &str) -> Option<Self> {
                Some(match name {
                    $first => $a,
                    $($word => $b,)*
                    $last => $c,
                    _ => return None,
                })
            }
        }

        impl $crate::ValueForm for $type {
            type Value = Self;
            const EXPECTS: &'static str =
                concat!("\"", $first, "\"", $(", \"", $word, "\"",)* " or \"", $last, "\"");

            fn shape() -> $crate::ValueShape {
                $crate::ValueShape::Words(Self::NAMES)
            }

            fn read(
                pair: &$crate::KeyPair<'_, '_>,
                _: &mut $crate::Reader,
            ) -> Result<Self, $crate::Refused> {
                pair.value.get_ref().as_str().and_then(Self::named).ok_or($crate::Refused::ValueForm)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __form {
    ($type:ty as $form:ty) => {
        $form
    };
    ($type:ty) => {
        $type
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __absent {
    () => {
        Default::default()
    };
    ($absent:expr) => {
        $absent
    };
}
