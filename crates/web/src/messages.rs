//! Values that go to the page: what serde makes of them, and what TypeScript knows of them, from one text.

/// How TypeScript names a type.
#[cfg(test)]
pub(crate) trait PageType {
    /// Its name.
    fn name() -> String;
}

#[cfg(test)]
macro_rules! named {
    ($($name:literal: $($rust:ty),*;)*) => {
        $($(impl PageType for $rust {
            fn name() -> String {
                $name.to_owned()
            }
        })*)*
    };
}

#[cfg(test)]
named! {
    "number": u32, u64, usize, i32, f64;
    "string": String, &'static str;
    "boolean": bool;
    "unknown": serde_json::Value;
}

#[cfg(test)]
impl<T: PageType> PageType for Option<T> {
    fn name() -> String {
        format!("{} | null", T::name())
    }
}

#[cfg(test)]
impl<T: PageType> PageType for Vec<T> {
    fn name() -> String {
        match T::name() {
            name if name.contains(' ') => format!("({name})[]"),
            name => format!("{name}[]"),
        }
    }
}

/// Structs that go to the page: fields have one word each, so that they have the same names there.
macro_rules! messages {
    ($($(#[doc = $doc:literal])* struct $name:ident {
        $($(#[doc = $field_doc:literal])* $field:ident: $type:ty,)*
    })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(serde::Serialize)]
            pub(crate) struct $name {
                $($(#[doc = $field_doc])* pub(crate) $field: $type,)*
            }

            #[cfg(test)]
            impl $crate::messages::PageType for $name {
                fn name() -> String {
                    stringify!($name).to_owned()
                }
            }
        )*

        /// The same for TypeScript.
        #[cfg(test)]
        pub(crate) fn declarations() -> String {
            use $crate::messages::{PageType, comment};
            let mut text = String::new();
            $(
                text += &comment("", &[$($doc),*]);
                text += concat!("export interface ", stringify!($name), " {\n");
                $(
                    text += &comment("  ", &[$($field_doc),*]);
                    let name = <$type as PageType>::name();
                    text += &format!("  {}: {name};\n", stringify!($field));
                )*
                text += "}\n\n";
            )*
            text
        }
    };
}

/// Words that go to the page.
macro_rules! words {
    ($($(#[doc = $doc:literal])* enum $name:ident {
        $($(#[doc = $word_doc:literal])* $variant:ident = $word:literal,)*
    })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, serde::Serialize)]
            pub(crate) enum $name {
                $($(#[doc = $word_doc])* #[serde(rename = $word)] $variant,)*
            }

            #[cfg(test)]
            impl $crate::messages::PageType for $name {
                fn name() -> String {
                    let words: &[&str] = &[$(concat!("\"", $word, "\"")),*];
                    words.join(" | ")
                }
            }
        )*
    };
}

pub(crate) use {messages, words};

/// A comment of TypeScript with these lines.
#[cfg(test)]
pub(crate) fn comment(indent: &str, lines: &[&str]) -> String {
    match lines {
        [] => String::new(),
        lines => {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            format!("{indent}/** {} */\n", lines.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// `UPDATE_DOCS=1` writes the file.
    #[test]
    fn the_page_knows_these_types() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src/worker/views.ts");
        let heading = "/** What the module tells the page. Made from crates/web/src by `UPDATE_DOCS=1 cargo test \
                       -p web`. */\n\n";
        let mut text = heading.to_owned() + &crate::state::declarations();
        #[cfg(feature = "course")]
        {
            text += &crate::games::declarations();
        }
        let text = text.trim_end().to_owned() + "\n";
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let known = std::fs::read_to_string(&file)
            .unwrap()
            .replace("\r\n", "\n");
        assert!(
            known == text,
            "{} is not up to date: UPDATE_DOCS=1 writes it",
            file.display()
        );
    }
}
